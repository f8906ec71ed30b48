// Opens a file of the user: its bytes go to the server, which reads it.

import { tooLarge } from "../net/connection.js";

/** @param {import("./lab.js").Lab} lab @param {File} file @param {File[]} beside files that it names */
export async function openFile(lab, file, beside) {
  lab.crowd.pause();
  const most = lab.state.about?.limits.upload_bytes ?? Infinity;
  for (const one of [...beside, file])
    if (one.size > most) throw new Error(`${one.name} is too large: ${tooLarge(one.size, most)}`);
  const send = async (/** @type {string} */ action, /** @type {File} */ one) =>
    lab.ask(action, { name: one.name, data: new Uint8Array(await one.arrayBuffer()) }, { packet: true });
  for (const other of beside) await send("beside", other);
  await lab.show(await send("open", file), true);
}

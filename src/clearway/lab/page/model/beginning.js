// Which world a page begins with, and what it does when the connection comes back.

import { recall } from "./remembering.js";
import { snapshotOf } from "./restoring.js";

export class Beginning {
  #lab;
  /** What the page opens first: parameters of the action `world`. Set before the connection is opened.
   * @type {object | null} */
  first = null;
  /** What the last page in this tab has left. Set before the connection is opened.
   * @type {import("./remembering.js").Remembered | null} */
  last = null;
  /** @type {() => void} */
  #setReady = () => {};
  /** Resolves with the first world. @type {Promise<void>} */
  ready = new Promise((resolve) => (this.#setReady = resolve));

  /** @param {import("./lab.js").Lab} lab */
  constructor(lab) {
    this.#lab = lab;
  }

  /** Takes the first message of a connection. @param {any} hello @param {boolean} first of this page */
  async greeted(hello, first) {
    await this.#lab.attempt(this.#greeted(hello.resumed, first));
  }

  /** @param {boolean} resumed whether the session is the one of before @param {boolean} first */
  async #greeted(resumed, first) {
    const lab = this.#lab;
    const about = lab.state.about ?? (await lab.ask("about"));
    lab.connection.largest = about.limits.message_bytes;
    lab.store.set({ about });
    if (first) await this.#begin(resumed);
    else if (resumed) await lab.reload(false, false);
    else await this.#restore(snapshotOf(lab));
    this.#setReady();
  }

  /** Shows the first world of the page: the one of the page that was loaded before, the one that the address
   * names, or the server's. @param {boolean} resumed */
  async #begin(resumed) {
    const { last } = this;
    if (last && last.address === location.hash && (resumed || last.snapshot)) {
      if (resumed) await this.#lab.reload(true, true);
      else await this.#restore(last.snapshot, true);
      recall(this.#lab, last);
    } else if (this.first) await this.#open(this.first);
    else await this.#lab.reload(true, true);
  }

  /** Makes the world again in a new session, because the server has ended the last one.
   * @param {import("./restoring.js").Snapshot | null} snapshot @param {boolean} [fresh] */
  async #restore(snapshot, fresh = false) {
    const lab = this.#lab;
    if (!snapshot) return lab.reload(true, true);
    await lab.show(await lab.ask("restore", snapshot, { lane: "edit", packet: true }), fresh);
    lab.tell("The server had ended this session. Its world is here again, complete; the steps to undo are lost.");
  }

  /** @param {object} first */
  async #open(first) {
    try {
      await this.#lab.open(first);
    } catch (error) {
      this.#lab.report(/** @type {Error} */ (error));
      await this.#lab.reload(true, true);
    }
  }
}

// Packets: answers with arrays, as binary messages. The layout is in docs/reference/lab-protocol.md.

const MAGIC = 0x31465743; // "CWF1", little-endian

/** @type {Record<string, (buffer: ArrayBuffer, offset: number, length: number) => ArrayBufferView>} */
const ARRAYS = {
  f8: (buffer, offset, length) => new Float64Array(buffer, offset, length),
  f4: (buffer, offset, length) => new Float32Array(buffer, offset, length),
  i4: (buffer, offset, length) => new Int32Array(buffer, offset, length),
  u4: (buffer, offset, length) => new Uint32Array(buffer, offset, length),
  u1: (buffer, offset, length) => new Uint8Array(buffer, offset, length),
};

/** Reads a packet: its JSON, in which every array is a flat typed array over the packet's memory, with its
 * `shape`.
 * @param {ArrayBuffer} buffer @returns {any} */
export function readPacket(buffer) {
  const view = new DataView(buffer);
  if (view.byteLength < 8 || view.getUint32(0, true) !== MAGIC)
    throw new Error("a binary message that is not a packet");
  const header = view.getUint32(4, true);
  const text = new TextDecoder().decode(new Uint8Array(buffer, 8, header));
  const begin = 8 + header;
  return JSON.parse(text, (_key, value) => {
    const array = value?.$array;
    if (!array) return value;
    const [type, shape, offset] = array;
    const length = shape.reduce((/** @type {number} */ a, /** @type {number} */ b) => a * b, 1);
    return Object.assign(ARRAYS[type](buffer, begin + offset, length), { shape });
  });
}

/** Writes a packet: a message with typed arrays anywhere in it.
 * @param {object} message @returns {ArrayBuffer} */
export function writePacket(message) {
  /** @type {Uint8Array[]} */
  const arrays = [];
  let size = 0;
  const json = JSON.stringify(message, (_key, value) => {
    if (!ArrayBuffer.isView(value)) return value;
    const type = value instanceof Float64Array ? "f8" : value instanceof Int32Array ? "i4" : "u1";
    const array = { $array: [type, [/** @type {Uint8Array} */ (value).length], size] };
    arrays.push(new Uint8Array(value.buffer, value.byteOffset, value.byteLength));
    size += Math.ceil(value.byteLength / 8) * 8;
    return array;
  });
  const text = new TextEncoder().encode(json);
  const header = Math.ceil(text.length / 8) * 8;
  const buffer = new ArrayBuffer(8 + header + size);
  const view = new DataView(buffer);
  view.setUint32(0, MAGIC, true);
  view.setUint32(4, header, true);
  const bytes = new Uint8Array(buffer);
  bytes.fill(0x20, 8, 8 + header);
  bytes.set(text, 8);
  let at = 8 + header;
  for (const array of arrays) {
    bytes.set(array, at);
    at += Math.ceil(array.length / 8) * 8;
  }
  return buffer;
}

// The connection to the server: requests over a websocket, restored when it is cut.

import { readPacket, writePacket } from "./packets.js";

/** @typedef {"connecting" | "open" | "lost" | "refused"} ConnectionState */
/** @typedef {{lane?: string, latest?: boolean, packet?: boolean}} How
 * Requests of one lane are done in order. Of several that say `latest` and wait, only the last is done.
 * `packet`: the parameters hold typed arrays. */

const LOST = "The connection to the lab was cut before it answered. Try that again.";
const FIRST_DELAY = 250; // milliseconds before the connection is tried again; doubles up to
const LAST_DELAY = 5000;

/** A request that the server refused. */
export class Refused extends Error {
  /** @param {{error: string, message: string, status?: number}} answer */
  constructor(answer) {
    super(answer.message || answer.error);
    this.name = answer.error;
    this.status = answer.status ?? 400;
  }
}

/** A request that another one replaced, or that a cut connection lost. */
export class Dropped extends Error {
  name = "Dropped";
}

/** A request that a cut connection lost: what it asked for may or may not have been done. */
export class Lost extends Dropped {
  name = "Lost";
}

export class Connection {
  /** @type {WebSocket | null} */
  #socket = null;
  #next = 1;
  #delay = FIRST_DELAY;
  /** @type {Map<number, {resolve: (value: any) => void, reject: (error: Error) => void}>} */
  #waiting = new Map();
  /** @type {string | null} */
  #session = null;
  #isFirst = true;
  #timer = 0;
  /** Why the server refuses this page, or null. @type {{limit: number, message: string} | null} */
  refusal = null;
  /** The largest message that the server takes, in bytes. */
  largest = Infinity;

  /** @param {object} listener
   * @param {(state: ConnectionState) => void} listener.state
   * @param {(hello: any, first: boolean) => void} listener.hello
   * @param {(event: any) => void} listener.event */
  constructor(listener) {
    this.listener = listener;
    this.sent = 0;
  }

  /** Connects; with the name of a session, comes back to it. @param {string | null} [session] */
  open(session = null) {
    this.#session = session;
    this.#connect();
  }

  /** Tries again now, if there is no connection. */
  retry() {
    if (this.#socket) return;
    clearTimeout(this.#timer);
    this.#delay = FIRST_DELAY;
    this.#connect();
  }

  #connect() {
    if (!this.refusal) this.listener.state("connecting");
    const url = new URL("/api/live", location.href);
    url.protocol = location.protocol === "https:" ? "wss:" : "ws:";
    url.hash = "";
    // A page that is loaded again must not share its session with the tab that it may be a copy of.
    const apart = this.#isFirst ? "&apart" : "";
    url.search = this.#session ? `?session=${encodeURIComponent(this.#session)}${apart}` : "";
    const socket = new WebSocket(url);
    socket.binaryType = "arraybuffer";
    socket.onmessage = (event) => this.#receive(event.data);
    socket.onclose = () => {
      this.#socket = null;
      for (const one of this.#waiting.values()) one.reject(new Lost(LOST));
      this.#waiting.clear();
      this.listener.state(this.refusal ? "refused" : "lost");
      this.#timer = setTimeout(() => this.#connect(), this.#delay);
      this.#delay = Math.min(this.#delay * 2, LAST_DELAY);
    };
    this.#socket = socket;
  }

  /** The name of the session, for scripts that work beside the page. */
  get session() {
    return this.#session;
  }

  /** Whether every request has been answered. */
  get idle() {
    return this.#waiting.size === 0;
  }

  /** Cuts the connection, which then restores itself. */
  cut() {
    this.#socket?.close();
  }

  /** Does an action of the protocol.
   * @param {string} action @param {object} [parameters] @param {How} [how] @returns {Promise<any>} */
  ask(action, parameters = {}, how = {}) {
    const socket = this.#socket;
    if (!socket || socket.readyState !== WebSocket.OPEN) return Promise.reject(new Lost(LOST));
    const id = this.#next++;
    const { packet, ...lane } = how;
    const request = { ...parameters, id, do: action, ...lane };
    const message = packet ? writePacket(request) : JSON.stringify(request);
    const size = typeof message === "string" ? message.length : message.byteLength;
    if (size > this.largest) return Promise.reject(new Error(`${action}: ${tooLarge(size, this.largest)}`));
    this.sent += 1;
    socket.send(message);
    return new Promise((resolve, reject) => this.#waiting.set(id, { resolve, reject }));
  }

  /** @param {string | ArrayBuffer} data */
  #receive(data) {
    const message = typeof data === "string" ? JSON.parse(data) : readPacket(data);
    if (message.event === "refused") {
      this.refusal = message;
    } else if (message.event === "hello") {
      const first = this.#isFirst;
      this.#isFirst = false;
      this.refusal = null;
      this.#session = message.session;
      this.#delay = FIRST_DELAY;
      this.listener.state("open");
      this.listener.hello(message, first);
    } else if (message.event) {
      this.listener.event(message);
    } else {
      const one = this.#waiting.get(message.id);
      this.#waiting.delete(message.id);
      if (message.dropped) one?.reject(new Dropped("replaced by a later request"));
      else if (message.ok) one?.resolve(message.result);
      else one?.reject(new Refused(message));
    }
  }
}

/** @param {number} bytes @param {number} most */
export function tooLarge(bytes, most) {
  return `${mebibytes(bytes)} are more than the lab takes, ${mebibytes(most)}.`;
}

/** @param {number} bytes */
function mebibytes(bytes) {
  return `${Math.ceil((10 * bytes) / 2 ** 20) / 10} MiB`;
}

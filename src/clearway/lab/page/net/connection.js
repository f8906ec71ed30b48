// The connection to the server: requests over a websocket, restored when it is cut.

import { readPacket, writePacket } from "./packets.js";

/** @typedef {"connecting" | "open" | "lost"} ConnectionState */
/** @typedef {{lane?: string, latest?: boolean, data?: Uint8Array}} How
 * Requests of one lane are done in order. Of several that say `latest` and wait, only the last is done. */

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

export class Connection {
  /** @type {WebSocket | null} */
  #socket = null;
  #next = 1;
  #delay = FIRST_DELAY;
  /** @type {Map<number, {resolve: (value: any) => void, reject: (error: Error) => void}>} */
  #waiting = new Map();
  /** @type {string | null} */
  #session = null;

  /** @param {object} listener
   * @param {(state: ConnectionState) => void} listener.state
   * @param {(hello: any, first: boolean) => void} listener.hello
   * @param {(event: any) => void} listener.event */
  constructor(listener) {
    this.listener = listener;
    this.sent = 0;
  }

  connect() {
    this.listener.state("connecting");
    const url = new URL("/api/live", location.href);
    url.protocol = location.protocol === "https:" ? "wss:" : "ws:";
    url.hash = "";
    url.search = this.#session ? `?session=${encodeURIComponent(this.#session)}` : "";
    const socket = new WebSocket(url);
    socket.binaryType = "arraybuffer";
    socket.onmessage = (event) => this.#receive(event.data);
    socket.onclose = () => {
      this.#socket = null;
      for (const one of this.#waiting.values()) one.reject(new Dropped("connection lost"));
      this.#waiting.clear();
      this.listener.state("lost");
      setTimeout(() => this.connect(), this.#delay);
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
    if (!socket || socket.readyState !== WebSocket.OPEN) return Promise.reject(new Dropped("not connected"));
    const id = this.#next++;
    const { data, ...lane } = how;
    const message = { ...parameters, id, do: action, ...lane };
    this.sent += 1;
    socket.send(data ? writePacket(message, data) : JSON.stringify(message));
    return new Promise((resolve, reject) => this.#waiting.set(id, { resolve, reject }));
  }

  /** @param {string | ArrayBuffer} data */
  #receive(data) {
    const message = typeof data === "string" ? JSON.parse(data) : readPacket(data);
    if (message.event === "hello") {
      const first = this.#session === null;
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

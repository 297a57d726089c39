// What the server tells a page while it happens.

/** @typedef {import("./engine.js").Json} Json */

/**
 * Listens to the server until the returned function is called. A socket that breaks is opened
 * again, after a pause that grows.
 * @param {() => string} topic what to listen to, from where on
 * @param {(message: Json) => void} hear
 * @param {() => void} [again] called when the socket is open again
 * @returns {() => void}
 */
export function listen(topic, hear, again = () => {}) {
  let closed = false;
  let tries = 0;
  /** @type {WebSocket | undefined} */
  let socket;
  const open = () => {
    if (closed) return;
    const address = new URL(`/api/live?topics=${topic()}`, location.href);
    address.protocol = address.protocol.replace("http", "ws");
    socket = new WebSocket(address);
    socket.onopen = () => {
      if (tries > 0) again();
      tries = 0;
    };
    socket.onmessage = ({ data }) => hear(JSON.parse(data));
    socket.onclose = () => {
      if (!closed) setTimeout(open, Math.min(10_000, 500 * 2 ** tries++));
    };
  };
  open();
  return () => {
    closed = true;
    socket?.close();
  };
}

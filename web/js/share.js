// Links that hold a whole game: nothing is kept on a server.

/** @param {BlobPart} bytes @param {CompressionStream | DecompressionStream} stream */
async function through(bytes, stream) {
  const whole = new Response(new Blob([bytes]).stream().pipeThrough(stream));
  return new Uint8Array(await whole.arrayBuffer());
}

/** A text as a part of a link. @param {string} text */
export async function packed(text) {
  const bytes = await through(new TextEncoder().encode(text), new CompressionStream("deflate-raw"));
  const letters = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** The text of a part of a link. @param {string} part */
export async function unpacked(part) {
  const letters = atob(part.replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
  return new TextDecoder().decode(await through(bytes, new DecompressionStream("deflate-raw")));
}

/** A link to a record, a tree of moves, or a game that was left. @param {string} text */
export async function linkTo(text) {
  const link = new URL(location.href);
  link.hash = `/study/${await packed(text)}`;
  return link.href;
}

/**
 * A picture as a PNG.
 * @param {string} svg
 * @param {number} width
 * @param {number} height
 */
export async function png(svg, width, height) {
  const scale = Math.max(1, 1200 / width);
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [Math.round(width * scale), Math.round(height * scale)];
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((/** @type {(blob: Blob | null) => void} */ resolve) => canvas.toBlob(resolve));
}

/** Copies a link, or lets the system share it. @param {string} link */
export async function pass(link) {
  if (navigator.clipboard) {
    await navigator.clipboard.writeText(link);
    return "The link is copied.";
  }
  // A plain local network has no clipboard.
  prompt("Copy this link:", link);
  return "";
}

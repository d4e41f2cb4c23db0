/** What was made a reply of, so that the server needn't read it as a stream again. */
const bodies = new WeakMap<Response, Uint8Array<ArrayBuffer>>();
const encoder = new TextEncoder();

/** Encodes the text once. As a string, it would be measured, joined to the headers and encoded for each reply. */
export function jsonReply(status: number, body: unknown, headers: Record<string, string> = {}): Response {
  const bytes = encoder.encode(JSON.stringify(body));
  const reply = new Response(bytes, {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store', ...headers },
  });
  bodies.set(reply, bytes);
  return reply;
}

/** The body of a reply that `jsonReply` made; undefined for any other. */
export const replyBody = (reply: Response): Uint8Array | undefined => bodies.get(reply);

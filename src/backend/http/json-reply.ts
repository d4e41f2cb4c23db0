/** What was made a reply of, so that the server needn't read it as a stream again. */
const texts = new WeakMap<Response, string>();

export function jsonReply(status: number, body: unknown, headers: Record<string, string> = {}): Response {
  const text = JSON.stringify(body);
  const reply = new Response(text, {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store', ...headers },
  });
  texts.set(reply, text);
  return reply;
}

/** The text of a reply that `jsonReply` made; undefined for any other. */
export const replyText = (reply: Response): string | undefined => texts.get(reply);

import type { NextApiRequest, NextApiResponse } from 'next';

/**
 * The specification's own address for a cloud upload (section 7). The rule of who may upload what, and the
 * signing, belong to the API like everything else; this hands the call on through the way to the API that the
 * server gives every page (no second connection, no address to configure). Only the Authorization header
 * counts, not the cookie: another site's form can't make a person sign an upload.
 */
export default async function getSignedUrl(
  request: NextApiRequest,
  response: NextApiResponse,
): Promise<void> {
  if (request.method !== 'POST') {
    response
      .setHeader('Allow', 'POST')
      .status(405)
      .json({ status: 405, code: 'not_allowed', message: 'Use POST.' });
    return;
  }
  const { apiFetch } = request;
  if (!apiFetch) {
    response.status(503).json({ status: 503, code: 'internal', message: 'Uploads aren’t available here.' });
    return;
  }
  const headers = new Headers({
    'content-type': 'application/json',
    'user-agent': request.headers['user-agent'] ?? '',
  });
  if (request.headers.authorization) headers.set('authorization', request.headers.authorization);
  const answer = await apiFetch(
    new Request('http://api/api/v1/uploads/sign', {
      method: 'POST',
      headers,
      body: JSON.stringify(request.body ?? null),
    }),
  );
  response.status(answer.status).json(await answer.json());
}

import type { NextApiRequest, NextApiResponse } from 'next';

/**
 * The endpoint that the specification names for cloud uploads (section 7). Permission checks and signing
 * belong to the API like everything else, so the request is forwarded through the in-process API that the
 * server gives to every page, without a second connection or a URL to configure. Only the Authorization
 * header counts, not the cookie, so that another site's form can't make a person sign an upload.
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

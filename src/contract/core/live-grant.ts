import { z } from 'zod';
import { Timestamp } from './schemas.ts';

const IceServer = z.object({
  urls: z.array(z.string()),
  username: z.string().optional(),
  credential: z.string().optional(),
});
const iceServers = z.array(IceServer).describe('Empty unless the site has a TURN server.');
const token = z.string().describe('Sent as a bearer token. Valid for one connection.');
const expiresAt = Timestamp.describe('When the grant ends unless it was used.');

/**
 * Where a player or a camera connects, and what lets it in: one stream, one role, one account. The browser
 * chooses its code by `kind`.
 */
export const LiveGrant = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('whip'), url: z.string(), token, iceServers, expiresAt }),
  z.object({
    kind: z.literal('whep'),
    url: z.string(),
    token,
    iceServers,
    hls: z.string().nullable().describe('The same stream some seconds later, over HTTP alone.'),
    expiresAt,
  }),
  /** For an audience larger than the relay serves directly. */
  z.object({ kind: z.literal('hls'), url: z.string(), expiresAt }),
  z.object({
    kind: z.literal('agora'),
    appId: z.string(),
    channel: z.string(),
    uid: z.int().describe('Number of the account at Agora.'),
    /** The `uid` of whom a viewer watches; null for a host. */
    watches: z.int().describe('Number of the host at Agora.').nullable(),
    token: z.string(),
    expiresAt: Timestamp.describe('When the connection ends unless the token was renewed.'),
  }),
  /** The mock: a local picture. */
  z.object({ kind: z.literal('loopback'), expiresAt }),
]);
export type LiveGrant = z.infer<typeof LiveGrant>;

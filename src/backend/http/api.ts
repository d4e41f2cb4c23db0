import { Hono } from 'hono';
import { contract } from '#contract/core/registry.ts';
import type { OpDef } from '#contract/core/op.ts';
import {
  type BackendConfig,
  type Ctx,
  type Peer,
  type RequestFacts,
  type Viewer,
  signedIn,
} from '../kernel/context.ts';
import type { CountedLimit } from '../kernel/request.ts';
import { isConnectionLost } from '../db/connection-lost.ts';
import type { Db } from '../db/db.ts';
import { sqlState } from '../db/db.ts';
import { requireOperator } from '../domain/base/access/operators.ts';
import { temporaryFiles } from '../domain/base/files/temporary-uploads.ts';
import {
  AppError,
  databaseUnavailable,
  notAllowed,
  notLoggedIn,
  unknownOperation,
  wrongMethod,
} from '../kernel/errors.ts';
import type { Hub } from '../kernel/hub.ts';
import { once } from '../kernel/idempotency.ts';
import type { Ports } from '../ports/ports.ts';
import type { SiteSettings } from '../kernel/settings.ts';
import type { UploadedFile } from '../kernel/uploaded-file.ts';
import type { Handlers } from '../kernel/handlers.ts';
import { locatePeer } from '../kernel/whereabouts.ts';
import { readInput } from './input.ts';
import { jsonReply } from './json-reply.ts';
import { limitHeaders } from './limit-headers.ts';
import { openApiResponse } from './openapi.ts';
import { type ResolveViewer, parseToken } from './session.ts';
import { otherMethods } from './other-methods.ts';

export interface ApiParts {
  readonly db: Db;
  readonly ports: Ports;
  readonly config: BackendConfig;
  readonly settings: SiteSettings;
  readonly hub: Hub;
  readonly resolveViewer: ResolveViewer;
  readonly handlers: Handlers;
}
type AnyHandler = (
  ctx: Ctx,
  input: { params?: unknown; query?: unknown; body?: unknown; files: readonly UploadedFile[] },
) => Promise<unknown>;

/**
 * SQLSTATEs for text with a character no column can store (U+0000): the client's mistake, whichever field it
 * is in.
 */
const unstorable: ReadonlySet<string | null> = new Set(['22021', '22P05']);

/** Whether the route only reads, so that repeating it is harmless. */
const isReading = (route: string): boolean => /^(GET|HEAD)\b/.test(route);
const findReason = (error: unknown): string => {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return cause instanceof Error ? cause.message : String(cause);
};

/**
 * Refusals that an operator may have to look into: failed logins, and attempts at what isn't allowed. They are
 * logged by route and code alone; who it was is found by the request's id at the proxy.
 */
const watchedRefusals: ReadonlySet<AppError['code']> = new Set<AppError['code']>([
  'wrong_credentials',
  'second_factor_required',
  'login_expired',
  'social_login_failed',
  'step_up_required',
  'account_suspended',
  'captcha_failed',
  'not_allowed',
]);

function problemReply({ status, code, message, errors, details }: AppError): Response {
  const retryAfter = details?.['retryAfter'];
  return jsonReply(
    status,
    { status, code, message, ...(errors ? { errors } : {}), ...details },
    typeof retryAfter === 'number' ? { 'retry-after': String(retryAfter) } : {},
  );
}

/**
 * Turns any error into `{ status, code, message, errors?, … }`. Only an AppError's message is shown to the
 * client.
 */
export function errorReply(error: unknown, log: Ports['log'], route: string): Response {
  if (error instanceof AppError) {
    if (watchedRefusals.has(error.code))
      log.info('refused', { route, status: error.status, code: error.code });
    return problemReply(error);
  }
  if (isConnectionLost(error)) {
    log.warn('request met no database', { route, reason: findReason(error) });
    return problemReply(databaseUnavailable(!isReading(route)));
  }
  const state = sqlState(error);
  if (unstorable.has(state))
    return jsonReply(422, {
      status: 422,
      code: 'invalid_input',
      message: 'The text contains characters that can’t be saved. Remove them and try again.',
    });
  log.error('request failed', {
    route,
    sqlState: state,
    error,
  });
  // 53100 is a full disk. Reads keep working; the client learns that nothing was saved.
  if (state === '53100')
    return jsonReply(507, {
      status: 507,
      code: 'storage_full',
      message: 'The server is out of storage. Nothing was saved. Try again later.',
    });
  return jsonReply(500, {
    status: 500,
    code: 'internal',
    message: 'Something went wrong, please try again later',
  });
}

function parseVersion(header: string | null): Date | null {
  if (header === null) return null;
  const version = new Date(header.replaceAll('"', ''));
  if (Number.isNaN(version.getTime()))
    throw new AppError(422, 'invalid_input', 'If-Match must be the `updatedAt` of what you change.');
  return version;
}

async function readRequestFacts(request: Request, peer: Peer, parts: ApiParts): Promise<RequestFacts> {
  const key = request.headers.get('idempotency-key');
  if (key !== null && !/^[\x21-\x7e]{8,100}$/.test(key)) {
    throw new AppError(422, 'invalid_input', 'The Idempotency-Key must have 8 to 100 visible characters.', {
      errors: [{ field: 'Idempotency-Key', message: 'Use 8 to 100 visible characters.' }],
    });
  }
  return {
    ip: peer.ip,
    ...(await locatePeer(parts, peer)),
    userAgent: (peer.userAgent ?? request.headers.get('user-agent') ?? '').slice(0, 300),
    idempotencyKey: key,
    version: parseVersion(request.headers.get('if-match')),
    captchaPass: request.headers.get('x-captcha-pass'),
  };
}

/** Builds the context of one request or job, outside any transaction. */
export function makeContext(
  parts: Omit<ApiParts, 'handlers' | 'resolveViewer'>,
  viewer: Viewer | null,
  request: RequestFacts,
): Ctx {
  const { db, ports, config, settings, hub } = parts;
  return {
    db,
    ports,
    config,
    settings,
    viewer,
    request,
    emit: hub.emit,
    drop: hub.drop,
    leave: hub.leave,
    isLooking: hub.isLooking,
    afterCommit: (effect) => effect(),
    inTransaction: false,
  };
}

async function checkAccess(
  parts: ApiParts,
  { def, isReading }: { def: OpDef; isReading: boolean },
  viewer: Viewer | null,
): Promise<void> {
  if (def.access === 'anyone') return;
  if (def.access === 'operator') return requireOperator(parts, viewer, isReading ? 'look' : 'act');
  if (!viewer) throw notLoggedIn();
  if (def.access === 'performer' && !viewer.isPerformer) throw notAllowed('Only creators can do that.');
}

/** For failures before the domain function ran, where nothing can have been changed. */
function notBegun(error: unknown): never {
  throw isConnectionLost(error) ? databaseUnavailable(false) : error;
}

interface Incoming {
  readonly route: string;
  readonly request: Request;
  readonly peer: Peer;
  /** Path parameters, still unparsed. */
  readonly params: Record<string, string>;
}

/** Retries once after a lost connection; the second attempt waits for the database to come back. */
const retryOnce = <T>(ask: () => Promise<T>): Promise<T> =>
  ask().catch((error: unknown) => {
    if (isConnectionLost(error)) return ask();
    throw error;
  });

async function serve(parts: ApiParts, { route, request, peer, params }: Incoming): Promise<Response> {
  const def = (contract as Record<string, OpDef>)[route] as OpDef;
  const viewer = await retryOnce(() =>
    parts.resolveViewer(parseToken(request.headers.get('authorization'))),
  ).catch(notBegun);
  await retryOnce(() => checkAccess(parts, { def, isReading: isReading(route) }, viewer)).catch(notBegun);
  const counted: CountedLimit[] = [];
  const ctx = makeContext(parts, viewer, { ...(await readRequestFacts(request, peer, parts)), counted });
  const temporary = temporaryFiles(ctx);
  const data = await readInput(def, { request, params, temporary })
    .then((input) => {
      const handle = async (by: Ctx) =>
        (parts.handlers as unknown as Record<string, AnyHandler>)[route]?.(by, input);
      // An upload claims its key by itself, because its files are stored outside the transaction.
      if (def.creates && !def.upload && ctx.request.idempotencyKey !== null)
        return once(signedIn(ctx), { route, input }, handle);
      return isReading(route) ? retryOnce(() => handle(ctx)) : handle(ctx);
    })
    .finally(() => temporary.clear());
  const status = def.status ?? 200;
  // Not told to strangers, who could learn how often others have tried.
  const headers = viewer ? limitHeaders(counted) : {};
  return status === 204
    ? new Response(null, { status, headers })
    : jsonReply(status, { status, data: def.reply.parse(data) }, headers);
}

/** Sorts literal segments before parameters, so that `/performers/me` is never taken for an id. */
const bySpecificity = (a: string, b: string) => (a.match(/:/g)?.length ?? 0) - (b.match(/:/g)?.length ?? 0);

/**
 * Mounts every operation of the contract: checks access, parses strictly, calls the domain function, and
 * filters the reply through its own schema.
 */
export function createApi(parts: ApiParts): (request: Request, peer: Peer) => Promise<Response> {
  const app = new Hono<{ Bindings: { peer: Peer } }>().basePath('/api/v1');
  for (const route of Object.keys(contract).sort(bySpecificity)) {
    const [method = 'GET', path = '/'] = route.split(' ');
    app.on(method, path, (c) =>
      serve(parts, { route, request: c.req.raw, peer: c.env.peer, params: c.req.param() }),
    );
  }
  app.get('/openapi.json', () => openApiResponse());
  app.notFound((c) => {
    const methods = otherMethods(c.req.path);
    if (methods.length === 0) return problemReply(unknownOperation());
    const reply = problemReply(wrongMethod(methods));
    reply.headers.set('allow', methods.join(', '));
    return reply;
  });
  app.onError((error, c) => errorReply(error, parts.ports.log, `${c.req.method} ${c.req.routePath}`));
  return async (request, peer) => app.fetch(request, { peer });
}

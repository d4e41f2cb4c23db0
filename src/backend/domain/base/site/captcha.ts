import type { ReplySource } from '#contract/core/registry.ts';
import { type Ctx, now } from '../../../kernel/context.ts';
import { AppError } from '../../../kernel/errors.ts';
import { toNetwork } from '../../../kernel/networks.ts';
import { forgiveHit, limitRate, takeOnce } from '../../../kernel/rate-limit.ts';

/** How long a solved captcha can be used. */
const passMs = 5 * 60_000;

export interface AskedLimit {
  readonly key: string;
  /** Hits in `seconds` before the call is refused. */
  readonly max: number;
  readonly seconds: number;
  /** Hits before a captcha is asked. */
  readonly free: number;
}

const failed = () =>
  new AppError(422, 'captcha_failed', 'We couldn’t check that you’re a person. Try again.');

/** A pass is an id and a time, signed for the network that solved the captcha. */
const signPass = (ctx: Ctx, signed: string) =>
  ctx.ports.crypto.hmac(ctx.config.secret, `captcha pass ${signed} ${toNetwork(ctx.request)}`);

/** Whether the request carries a pass that nobody has used; uses it up. */
async function redeemPass(ctx: Ctx): Promise<boolean> {
  const [id = '', time = '', signature = ''] = (ctx.request.captchaPass ?? '').split('.');
  if (!ctx.ports.crypto.equal(signature, signPass(ctx, `${id}.${time}`))) return false;
  const expiresAt = new Date(Number(time));
  return expiresAt > now(ctx) && (await takeOnce(ctx, `captcha:pass:${id}`, expiresAt));
}

/**
 * Counts a hit against each limit. Where one is more than half used, the call needs a solved captcha; without
 * one, it isn't counted.
 * @throws AppError 428 `captcha_required` with the `captcha` to solve; 429 when a limit is reached
 */
export async function limitOrAsk(ctx: Ctx, limits: readonly AskedLimit[]): Promise<void> {
  let isNear = false;
  for (const { key, free, ...rule } of limits) isNear = (await limitRate(ctx, key, rule)) > free || isNear;
  const { captcha } = ctx.ports;
  if (!isNear || !captcha || (await redeemPass(ctx))) return;
  for (const { key } of limits) await forgiveHit(ctx, key);
  throw new AppError(428, 'captcha_required', 'Confirm that you’re a person and try again.', {
    details: { captcha: await captcha.task() },
  });
}

/**
 * Gives a pass for a right answer, once.
 * @throws AppError 422 `captcha_failed`, 429, 503
 */
export async function exchangeCaptcha(
  ctx: Ctx,
  answer: string,
): Promise<ReplySource<'POST /re-captcha/verify'>> {
  const { captcha, crypto } = ctx.ports;
  await limitRate(ctx, `captcha:net:${toNetwork(ctx.request)}`, { max: 60, seconds: 900 });
  const checked = await captcha?.check(answer, ctx.request.ip);
  if (!checked || !(await takeOnce(ctx, `captcha:answer:${checked.id}`, checked.expiresAt))) throw failed();
  const expiresAt = new Date(now(ctx).getTime() + passMs);
  const signed = `${crypto.randomToken(16)}.${expiresAt.getTime()}`;
  return {
    success: true,
    pass: `${signed}.${signPass(ctx, signed)}`,
    expiresAt: expiresAt.toISOString(),
  };
}

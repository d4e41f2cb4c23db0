import { z } from 'zod';
import type { OpDef } from '#contract/core/op.ts';

type Json = Record<string, unknown>;

/** What every error reply says. */
export const Problem = z.object({
  status: z.int().describe('HTTP status.'),
  code: z.string().describe('Machine-readable error code.'),
  message: z.string().describe('Message for people.'),
  errors: z
    .array(
      z.object({
        field: z.string().describe('Path of the field, separated by dots; empty for the whole input.'),
        message: z.string(),
      }),
    )
    .optional(),
});

const problem = (description: string): Json => ({
  description,
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Problem' } } },
});

/** Every error reply an operation can give, by status. */
export function refusals(def: OpDef): Json {
  const takesInput = Boolean(def.query ?? def.body ?? def.upload);
  const possible: [boolean | undefined, string, string][] = [
    [
      def.access === 'user' || def.access === 'performer',
      '401',
      'Not logged in, or the session has expired.',
    ],
    [def.access === 'performer', '403', 'Only creators may call this.'],
    [def.access === 'operator', '403', 'The operator has no second factor yet.'],
    [def.params !== undefined || def.access === 'operator', '404', 'Not found, or hidden from the caller.'],
    [def.idempotent === true, '402', 'Not enough tokens, or the card was declined or needs confirmation.'],
    [def.idempotent ?? def.creates, '409', 'Already done, or the idempotency key was used with other input.'],
    [Boolean(def.body ?? def.upload), '408', 'The request body arrived too slowly.'],
    [takesInput, '413', 'Too large.'],
    [takesInput, '422', 'The input is invalid; `errors` names the fields.'],
    [def.captcha === true, '428', 'Limits are near: solve the `captcha` and repeat with `X-Captcha-Pass`.'],
    [true, '429', 'Too many attempts; `retry-after` says how many seconds to wait.'],
  ];
  return Object.fromEntries(
    possible.filter(([applies]) => applies).map(([, status, description]) => [status, problem(description)]),
  );
}

/** Outside the contract, because the gateway signs the raw body as a whole. */
export const webhook: Json = {
  operationId: 'postWebhooksStripe',
  summary: 'Receive an event from Stripe; stored once, applied by a job',
  tags: ['webhooks'],
  parameters: [
    {
      name: 'Stripe-Signature',
      in: 'header',
      required: true,
      schema: { type: 'string' },
      description: 'Signature of the exact body, at most five minutes old.',
    },
  ],
  requestBody: {
    required: true,
    content: { 'application/json': { schema: { type: 'object', description: 'A Stripe event.' } } },
  },
  responses: {
    200: { description: 'Stored, or already known.' },
    ...Object.fromEntries(
      [
        ['400', 'Not signed by Stripe, or the signature is too old.'],
        ['404', 'This site doesn’t use Stripe.'],
        ['413', 'Too large.'],
      ].map(([status, description]) => [status, problem(description ?? '')]),
    ),
  },
  security: [{}],
  'x-limelight-addition': true,
};

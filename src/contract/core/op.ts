import type { z } from 'zod';

/**
 * Who may call: anyone (logged in or not), a logged-in account, a creator, or an operator. For everyone else, an
 * operator's call doesn't exist.
 */
export type Access = 'anyone' | 'user' | 'performer' | 'operator';

/** The files of a multipart operation. */
export interface UploadRule {
  readonly fields: Readonly<
    Record<
      string,
      {
        readonly kind: 'image' | 'video' | 'audio' | 'document';
        readonly max: number;
        readonly required?: boolean;
      }
    >
  >;
  /** The maximum size of the whole request in bytes. */
  readonly maxBytes: number;
}

/**
 * One server call. `reply` is the schema of `data` in `{ status, data }`; fields it doesn't name never leave
 * the server.
 */
export interface OpDef {
  readonly summary: string;
  readonly access: Access;
  readonly params?: z.ZodType;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  readonly reply: z.ZodType;
  /** The HTTP status of success; 204 has no body. */
  readonly status?: 200 | 201 | 204;
  readonly upload?: UploadRule;
  /** Moves money and honors the `Idempotency-Key` header. */
  readonly idempotent?: boolean;
  /**
   * Creates something and honors the `Idempotency-Key` header: a repeated key gets the first reply. Its effect
   * is in the database alone, apart from files that were sent along. Pages send a key by themselves; see `services/http/creating-calls.ts`.
   */
  readonly creates?: boolean;
  /** May answer 428 with a captcha when limits are near, and honors the `X-Captcha-Pass` header. */
  readonly captcha?: boolean;
  /** Not part of the specification. */
  readonly ours?: boolean;
}

/** Declares an operation, preserving its exact schema types. */
export const op = <const D extends OpDef>(def: D): D => def;

import { z } from 'zod';

/** Who may call: anyone (with or without a session), a logged-in account, or a creator. */
export type Access = 'anyone' | 'user' | 'performer';

/** What a multipart operation takes besides its text fields. */
export interface UploadRule {
  /** Form field name → what it may hold. */
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
  /** Largest whole request, bytes. */
  readonly maxBytes: number;
}

/**
 * One server call. `reply` is the schema of `data` in `{ status, data }`; what it doesn't name never leaves
 * the server.
 */
export interface OpDef {
  readonly summary: string;
  readonly access: Access;
  readonly params?: z.ZodType;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  readonly reply: z.ZodType;
  /** HTTP status of success; 204 has no body. */
  readonly status?: 200 | 201 | 204;
  readonly upload?: UploadRule;
  /** Moves money: honours the `Idempotency-Key` header. */
  readonly idempotent?: boolean;
  /** Not named by the specification: our own addition. */
  readonly ours?: boolean;
  /** Known to the contract, not served yet: answers 501. */
  readonly pending?: boolean;
}

/** Declares one operation, keeping its exact schema types. */
export const op = <const D extends OpDef>(def: D): D => def;

/**
 * Declares an operation whose behaviour is not built yet. It answers 501 and is listed by the coverage test.
 */
export const pending = <const A extends Access>(access: A, summary: string) =>
  ({ summary, access, reply: z.unknown(), pending: true }) as const;

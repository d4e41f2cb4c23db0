import type { Contract, ParsedInput, ReplySource, RouteName } from '#contract/core/registry.ts';
import type { Ctx, UserCtx } from './context.ts';
import type { UploadedFile } from './uploaded-file.ts';

type CtxOf<R extends RouteName> = Contract[R]['access'] extends 'anyone' ? Ctx : UserCtx;
/**
 * A domain function: takes the parsed input and uploaded files, returns the reply's data, and throws
 * AppError.
 */
export type Handler<R extends RouteName> = (
  ctx: CtxOf<R>,
  input: ParsedInput<R> & { files: readonly UploadedFile[] },
) => Promise<ReplySource<R>>;
/** One handler per live operation; a missing or extra one doesn't compile. */
export type Handlers = { [R in RouteName]: Handler<R> };
/** The handlers of some families, for a domain file to export. */
export type HandlersOf<F> = { [R in Extract<keyof F, RouteName>]: Handler<R> };

import type { Ctx } from '../../../kernel/context.ts';
import { type FieldError, invalid } from '../../../kernel/errors.ts';
import { hashPasswordInput, isDigest } from './password-forms.ts';

/** Shorter words needn't be checked, because the minimum length refuses them. */
const shortest = 8;

interface CommonPasswords {
  readonly words: ReadonlySet<string>;
  /** Their digests, for browsers that hash. Computed when the first digest arrives. */
  digests?: ReadonlySet<string>;
}
let loading: Promise<CommonPasswords> | undefined;

/** About eighteen thousand words, loaded when a password is first set. */
const commonPasswords = (): Promise<CommonPasswords> =>
  (loading ??= import('@zxcvbn-ts/language-common').then(({ dictionary }) => ({
    words: new Set(dictionary['passwords-common'].filter((word) => word.length >= shortest)),
  })));

const capitalized = (word: string): string => word.slice(0, 1).toUpperCase() + word.slice(1);
/** A digest hides the spelling, so the usual capitalizations are checked. */
const spellings = (word: string): string[] => [word, capitalized(word), word.toUpperCase()];

async function isCommon(ctx: Ctx, password: string, hashed: boolean): Promise<boolean> {
  const common = await commonPasswords();
  if (!hashed) return common.words.has(password.normalize('NFKC').toLowerCase());
  common.digests ??= new Set(
    [...common.words].flatMap((word) => spellings(word).map((spelling) => hashPasswordInput(ctx, spelling))),
  );
  return common.digests.has(password);
}

function isOwnName(
  ctx: Ctx,
  password: string,
  { hashed, person }: { hashed: boolean; person: Person },
): boolean {
  const words = [person.username, person.email, person.email?.split('@')[0]].filter(
    (word) => typeof word === 'string',
  );
  if (!hashed) return words.includes(password.normalize('NFKC').toLowerCase());
  return words.some((word) =>
    spellings(word).some((spelling) => hashPasswordInput(ctx, spelling) === password),
  );
}

/** The account the password is for, with lowercase names. */
interface Person {
  readonly username: string | null;
  readonly email: string | null;
}

/** Why a password is one of those that are guessed first; null if it isn't. */
async function weakness(ctx: Ctx, password: string, person: Person): Promise<string | null> {
  const hashed = await isDigest(ctx, password);
  if (isOwnName(ctx, password, { hashed, person }))
    return 'Don’t use your username or email address as the password.';
  return (await isCommon(ctx, password, hashed)) ? 'This password is too common. Choose another.' : null;
}

/** The same as an error of the field, to be told with others. */
export async function passwordErrors(ctx: Ctx, password: string, person: Person): Promise<FieldError[]> {
  const message = await weakness(ctx, password, person);
  return message === null ? [] : [{ field: 'password', message }];
}

/**
 * Refuses passwords that are guessed first.
 * @throws AppError 422 on `password`.
 */
export async function refuseWeak(ctx: Ctx, password: string, person: Person): Promise<void> {
  const message = await weakness(ctx, password, person);
  if (message !== null) throw invalid('password', message);
}

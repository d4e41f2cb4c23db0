import type { Ctx } from '../../kernel/context.ts';
import { invalid } from '../../kernel/errors.ts';
import { digestOf, isDigest } from './password-forms.ts';

/** Shorter ones are refused for their length. */
const shortest = 8;

interface CommonPasswords {
  readonly words: ReadonlySet<string>;
  /** The same as browsers send them, if they hash. Made when the first one arrives. */
  digests?: ReadonlySet<string>;
}
let loading: Promise<CommonPasswords> | undefined;

/** Some eighteen thousand words: read when somebody first sets a password. */
const commonPasswords = (): Promise<CommonPasswords> =>
  (loading ??= import('@zxcvbn-ts/language-common').then(({ dictionary }) => ({
    words: new Set(dictionary['passwords-common'].filter((word) => word.length >= shortest)),
  })));

const capitalized = (word: string): string => word.slice(0, 1).toUpperCase() + word.slice(1);
/** Of a hash nobody can tell how it was written: the usual ways are tried. */
const spellings = (word: string): string[] => [word, capitalized(word), word.toUpperCase()];

async function isCommon(ctx: Ctx, password: string, hashed: boolean): Promise<boolean> {
  const common = await commonPasswords();
  if (!hashed) return common.words.has(password.normalize('NFKC').toLowerCase());
  common.digests ??= new Set(
    [...common.words].flatMap((word) => spellings(word).map((spelling) => digestOf(ctx, spelling))),
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
  return words.some((word) => spellings(word).some((spelling) => digestOf(ctx, spelling) === password));
}

/** Whose password it is to be; lower case, as accounts keep them. */
interface Person {
  readonly username: string | null;
  readonly email: string | null;
}

/**
 * Refuses a new password that whoever guesses tries first.
 * @throws AppError 422 on `password`.
 */
export async function refuseWeak(ctx: Ctx, password: string, person: Person): Promise<void> {
  const hashed = await isDigest(ctx, password);
  if (isOwnName(ctx, password, { hashed, person }))
    throw invalid('password', 'Don’t use your username or email address as the password.');
  if (await isCommon(ctx, password, hashed))
    throw invalid('password', 'This password is too common. Choose another.');
}

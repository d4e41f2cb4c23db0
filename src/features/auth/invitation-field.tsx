import { useEffect, useRef, useState } from 'react';
import type { ComponentProps } from 'react';
import type { Inviter } from '#contract/referrals.ts';
import { forgetReferralCode, isReferralCode, readReferralCode } from '#lib/referral-code.ts';
import { ApiProblem } from '#services/http/problem.ts';
import { findInviter } from '#services/referrals.ts';
import { useApi } from '#state/hooks.ts';
import { TextInput } from '#ui/forms/text-input.tsx';

/** How long typing rests before a code is looked up, milliseconds. */
const rest = 400;

/** Who invites by a code; `unknown` where nobody does, null while that isn't known. */
function useInviter(code: string): Inviter | 'unknown' | null {
  const api = useApi();
  const [found, setFound] = useState<{ readonly code: string; readonly inviter: Inviter | 'unknown' } | null>(
    null,
  );
  useEffect(() => {
    if (!isReferralCode(code)) return undefined;
    const asking = new AbortController();
    const look = () =>
      findInviter(api, code, asking.signal).then(
        (inviter) => setFound({ code, inviter }),
        // Anything else than "nobody" is told by the server when the form is sent.
        (problem: unknown) =>
          problem instanceof ApiProblem && problem.status === 404 && setFound({ code, inviter: 'unknown' }),
      );
    const timer = setTimeout(() => void look(), rest);
    return () => {
      clearTimeout(timer);
      asking.abort();
    };
  }, [api, code]);
  return found?.code === code ? found.inviter : null;
}

export interface InvitationFieldProps {
  /** Of the form. */
  readonly input: Pick<ComponentProps<typeof TextInput>, 'id' | 'name' | 'onChange' | 'error'> & {
    readonly value: string;
  };
  readonly onFill: (code: string) => void;
  /** The code of this page's own address, if it names one. */
  readonly linked: string | string[] | undefined;
}

/** Who invited: filled in by the link one came by, and free to be changed or cleared. */
export function InvitationField({ input, onFill, linked }: InvitationFieldProps) {
  const code = input.value.trim().toLowerCase();
  const inviter = useInviter(code);
  const kept = useRef<string | null>(null);
  const fill = useRef(onFill);
  useEffect(() => {
    fill.current = onFill;
  });
  useEffect(() => {
    if (kept.current !== null) return;
    kept.current =
      readReferralCode() ?? (typeof linked === 'string' && isReferralCode(linked) ? linked : null);
    if (kept.current !== null) fill.current(kept.current);
  }, [linked]);
  useEffect(() => {
    // A link that leads to nobody any more is no fault of who followed it.
    if (inviter !== 'unknown' || code !== kept.current) return;
    forgetReferralCode();
    fill.current('');
  }, [inviter, code]);
  const hint =
    inviter === 'unknown'
      ? 'That code doesn’t work. Check the spelling.'
      : inviter
        ? `Invited by ${inviter.name}.`
        : 'If someone invited you.';
  return (
    <TextInput
      label="Invitation code"
      optional
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={40}
      hint={<span role="status">{hint}</span>}
      {...input}
    />
  );
}

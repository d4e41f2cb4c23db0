import { useEffect, useRef, useState } from 'react';
import type { ComponentProps } from 'react';
import type { Inviter } from '#contract/money/referrals.ts';
import { forgetReferralCode, isReferralCode, readReferralCode } from '#lib/referral-code.ts';
import { ApiProblem } from '#services/http/problem.ts';
import { findInviter } from '#services/money/referrals.ts';
import { useApi } from '#state/hooks.ts';
import { TextInput } from '#ui/forms/text-input.tsx';

/** Debounce delay for looking up a code, in milliseconds. */
const rest = 400;

/** The person a code belongs to; `unknown` if it is invalid, null until that is known. */
function useInviter(code: string): Inviter | 'unknown' | null {
  const api = useApi();
  const [found, setFound] = useState<{ readonly code: string; readonly inviter: Inviter | 'unknown' } | null>(
    null,
  );
  useEffect(() => {
    if (!isReferralCode(code)) return undefined;
    const asking = new AbortController();
    const look = () =>
      findInviter(api, { params: { code }, signal: asking.signal }).then(
        (inviter) => setFound({ code, inviter }),
        // Other errors are reported by the server when the form is submitted.
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
  /** Props from `useForm`. */
  readonly input: Pick<ComponentProps<typeof TextInput>, 'id' | 'name' | 'onChange' | 'error'> & {
    readonly value: string;
  };
  readonly onFill: (code: string) => void;
  /** The referral code in this page's URL, if any. */
  readonly linked: string | string[] | undefined;
}

/** The referral code: prefilled from the link the visitor came by, and editable. */
export function InvitationField({ input, onFill, linked }: InvitationFieldProps) {
  const code = input.value.trim().toLowerCase();
  const inviter = useInviter(code);
  const savedCode = useRef<string | null>(null);
  const fill = useRef(onFill);
  useEffect(() => {
    fill.current = onFill;
  });
  useEffect(() => {
    if (savedCode.current !== null) return;
    savedCode.current =
      readReferralCode() ?? (typeof linked === 'string' && isReferralCode(linked) ? linked : null);
    if (savedCode.current !== null) fill.current(savedCode.current);
  }, [linked]);
  useEffect(() => {
    // An outdated link isn't the visitor's fault, so its code is silently removed.
    if (inviter !== 'unknown' || code !== savedCode.current) return;
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

import { useRouter } from 'next/router';
import { useState } from 'react';
import type { AgreedPage } from '#config/agreed-pages.ts';
import { forgetReferralCode } from '#lib/referral-code.ts';
import type { Documents } from '#components/people/accounts/identity-documents.tsx';
import { routes } from '#config/routes.ts';
import { useReturnAddress, withReturnAddress } from '#components/people/auth/return-address.ts';
import { registerPerformer, registerUser } from '#services/people/auth/auth.ts';
import { sentPassword } from '#services/people/auth/password-hash.ts';
import { tokenReceived } from '#state/session/auth.ts';
import { useApi, useAppDispatch, useAppSelector } from '#state/hooks.ts';
import { selectSettings } from '#state/session/settings.ts';

export type RegisterValues = {
  name: string;
  username: string;
  email: string;
  password: string;
  referralCode: string;
};
/**
 * The request body: the referral code is omitted if empty, and `from` is the return path for the link in the
 * verification email.
 */
type Registration = Omit<RegisterValues, 'referralCode'> &
  Partial<Record<AgreedPage, string>> & { referralCode?: string; from?: string };

/** What a creator sends besides the account itself. */
export interface CreatorParts {
  readonly documents: Documents;
  /** The version of the statements that were confirmed. */
  readonly statements: string;
}

/**
 * Registers a fan, or a creator with documents, and starts the session. `accepted`: the versions of terms and
 * privacy that the form shows.
 */
export function useRegister(accepted: Partial<Record<AgreedPage, string>>) {
  const api = useApi();
  const dispatch = useAppDispatch();
  const router = useRouter();
  const from = useReturnAddress();
  const { passwordHashing } = useAppSelector(selectSettings);
  /** Upload progress of the documents; null before and after. */
  const [percent, setPercent] = useState<number | null>(null);
  /** The address that has to be verified before the first login. */
  const [mailTo, setMailTo] = useState<string | null>(null);

  const sendDocuments = async (
    body: Registration,
    { documents: { idFront, idBack }, statements }: CreatorParts,
  ) => {
    setPercent(0);
    try {
      return await registerPerformer(api, {
        body: { ...body, statements },
        files: { ...(idFront ? { idFront } : {}), ...(idBack ? { idBack } : {}) },
        onProgress: setPercent,
      });
    } finally {
      setPercent(null);
    }
  };
  const register = async (values: RegisterValues, creator: CreatorParts | null) => {
    const password = await sentPassword(values.password, passwordHashing);
    const referralCode = values.referralCode.trim();
    // Fans who came for nothing else begin with their first steps.
    const back = from ?? (creator ? null : routes.welcome);
    const body = {
      name: values.name.trim(),
      username: values.username.trim(),
      email: values.email.trim(),
      password,
      ...(referralCode && { referralCode }),
      ...(back && { from: back }),
      ...accepted,
    };
    const { token, device } = creator ? await sendDocuments(body, creator) : await registerUser(api, body);
    forgetReferralCode();
    if (!token) {
      setMailTo(body.email);
      return;
    }
    if (back !== from)
      await router.replace(withReturnAddress(routes.register, back), undefined, { shallow: true });
    dispatch(tokenReceived({ token, device }));
  };
  return { register, percent, mailTo };
}

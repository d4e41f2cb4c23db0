import type { ComponentProps } from 'react';
import type { CurrentUser } from '#contract/people/accounts.ts';
import { ResendVerification } from '#components/people/auth/resend-verification.tsx';
import { Button } from '#ui/content/button.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { Stack } from '#ui/layout/stack.tsx';
import { TextInput } from '#ui/forms/text-input.tsx';

export interface EmailFieldProps {
  readonly user: CurrentUser;
  /** Props from `useForm`. */
  readonly input: Omit<ComponentProps<typeof TextInput>, 'label'>;
  /** The typed address differs from the account's. */
  readonly isOther: boolean;
  /** Cancels the pending change. */
  readonly onGiveUp: () => void;
  readonly busy: boolean;
}

function emailHint({ email, emailVerified }: CurrentUser, isOther: boolean): string {
  if (isOther && email)
    return 'We’ll email both addresses: the new one to verify it, the old one to approve the change.';
  return email && !emailVerified ? 'This address isn’t verified yet.' : 'Only you can see it.';
}

/**
 * The email address. A change takes a proof and takes effect once both addresses have confirmed it.
 */
export function EmailField({ user, input, isOther, onGiveUp, busy }: EmailFieldProps) {
  return (
    <>
      <TextInput
        label="Email"
        type="email"
        autoComplete="email"
        hint={emailHint(user, isOther)}
        required
        {...input}
      />
      {user.pendingEmail ? (
        <Notice title={`Your email is changing to ${user.pendingEmail}`}>
          <Stack>
            <p>Open the links we sent to both addresses. Until then you log in with {user.email}.</p>
            <div>
              <Button onClick={onGiveUp} busy={busy}>
                Keep {user.email}
              </Button>
            </div>
          </Stack>
        </Notice>
      ) : null}
      {user.email && !user.emailVerified ? <ResendVerification email={user.email} /> : null}
    </>
  );
}

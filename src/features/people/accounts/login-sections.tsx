import { SectionCard } from '#ui/layout/section-card.tsx';
import { ConnectedAccounts } from './connected-accounts.tsx';
import { Passkeys } from './passkeys/passkeys.tsx';
import { PasswordForm } from './password-form.tsx';
import { SecondFactor } from './second-factor/second-factor.tsx';

/** The sections about logging in, the same for fans and creators. */
export const LoginSections = () => (
  <>
    <SectionCard title="Password">
      <PasswordForm />
    </SectionCard>
    <SectionCard
      title="Two-factor authentication"
      text="A code from your phone when you log in, so that your password alone isn’t enough."
    >
      <SecondFactor />
    </SectionCard>
    <SectionCard
      title="Passkeys"
      text="Log in with your fingerprint, face or screen lock. No one can guess or steal a passkey the way they can a password."
    >
      <Passkeys />
    </SectionCard>
    <ConnectedAccounts />
  </>
);

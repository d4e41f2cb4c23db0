import { useRouter } from 'next/router';
import { useState } from 'react';
import { limits } from '#config/limits.ts';
import { routes } from '#config/routes.ts';
import { isReferralCode } from '#lib/referral-code.ts';
import { creatorStatements } from '#config/creator-statements.ts';
import type { Documents } from '#components/people/accounts/identity-documents.tsx';
import { AgreeByJoining, mapVersions, useAgreedPages } from '#components/people/auth/agreed-pages.tsx';
import { RadioCards } from '#ui/forms/choice.tsx';
import { Form } from '#ui/forms/form.tsx';
import { FormErrors } from '#ui/forms/form-errors.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { Progress } from '#ui/feedback/progress.tsx';
import { Button } from '#ui/content/button.tsx';
import { Stack } from '#ui/layout/stack.tsx';
import { PasswordInput } from '#ui/forms/password-input.tsx';
import { TextInput } from '#ui/forms/text-input.tsx';
import { useForm } from '#ui/forms/use-form.ts';
import { AuthCard } from './auth-card.tsx';
import styles from './auth.module.css';
import {
  CreatorFields,
  type CreatorValues,
  type RegisterForm,
  checkCreator,
  forgetCreatorErrors,
  nothingGiven,
} from './creator-fields.tsx';
import { InvitationField } from './invitation-field.tsx';
import { OtherWay } from './auth-switch.tsx';
import { SocialButtons } from './social-buttons.tsx';
import { type RegisterValues, useRegister } from './use-register.ts';
import { useLoginReason } from './use-login-reason.ts';

type Kind = 'fan' | 'creator';

const kinds = [
  { value: 'fan', label: 'I’m a fan', hint: 'Follow, subscribe and chat.' },
  {
    value: 'creator',
    label: 'I’m a creator',
    hint: 'Publish, sell and get paid. Requires an identity document.',
  },
] as const;

const isEmail = (text: string) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text.trim());

function checkAccount(values: RegisterValues) {
  return {
    ...(values.name.trim() ? {} : { name: 'Enter a name.' }),
    ...(/^[a-z0-9._-]{3,30}$/i.test(values.username.trim())
      ? {}
      : { username: 'Use 3 to 30 letters, digits, dots, dashes or underscores.' }),
    ...(isEmail(values.email) ? {} : { email: 'Enter an email address.' }),
    ...(values.password.length >= 8 ? {} : { password: 'Use at least 8 characters.' }),
    ...(values.referralCode.trim() === '' || isReferralCode(values.referralCode)
      ? {}
      : { referralCode: 'Check the code. It has only letters and digits.' }),
  };
}

/** Shown if the new account has to be verified by email first. */
function Joined({ mailTo }: { mailTo: string }) {
  return (
    <AuthCard title="Check your email">
      <Notice tone="success">We sent a link to {mailTo}. Open it to finish signing up.</Notice>
    </AuthCard>
  );
}

interface AccountFieldsProps {
  readonly form: RegisterForm;
  /** The referral code in this page's URL, if any. */
  readonly linked: string | string[] | undefined;
}

/** The fields that fans and creators have in common. */
const AccountFields = ({ form, linked }: AccountFieldsProps) => (
  <>
    <TextInput
      label="Name"
      autoComplete="name"
      maxLength={limits.text.name}
      required
      {...form.text('name')}
    />
    <TextInput
      label="Username"
      prefix="@"
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={30}
      required
      {...form.text('username')}
    />
    <TextInput label="Email" type="email" autoComplete="email" required {...form.text('email')} />
    <PasswordInput
      label="Password"
      autoComplete="new-password"
      hint="At least 8 characters."
      required
      {...form.text('password')}
    />
    <InvitationField
      input={form.text('referralCode')}
      onFill={(code) => form.set('referralCode', code)}
      linked={linked}
    />
  </>
);

const nothingTyped = { name: '', username: '', email: '', password: '', referralCode: '' };

/** The form of both kinds; a creator's also has documents and statements. */
function useRegisterForm(kind: Kind, register: ReturnType<typeof useRegister>['register']) {
  const [documents, setDocuments] = useState<Documents>({ idFront: null, idBack: null });
  const isCreator = kind === 'creator';
  const form = useForm<RegisterValues & CreatorValues>({
    initial: { ...nothingTyped, ...nothingGiven },
    check: (values) => ({ ...checkAccount(values), ...(isCreator ? checkCreator(values) : {}) }),
    // `check` requires that both statements are confirmed.
    submit: ({ idFront: _front, idBack: _back, age: _age, consent: _consent, ...values }) =>
      register(values, isCreator ? { documents, statements: creatorStatements.version } : null),
  });
  return { form, documents, setDocuments };
}

/** `/auth/register`: as a fan, or with documents as a creator, which `?as=creator` preselects. */
export function RegisterView() {
  const router = useRouter();
  const why = useLoginReason();
  const [chosen, setChosen] = useState<Kind | null>(null);
  const kind: Kind = chosen ?? (router.query['as'] === 'creator' ? 'creator' : 'fan');
  const pages = useAgreedPages();
  const { register, percent, mailTo } = useRegister(mapVersions(pages));
  const { form, documents, setDocuments } = useRegisterForm(kind, register);
  const choose = (next: Kind) => {
    setChosen(next);
    forgetCreatorErrors(form);
  };
  if (mailTo) return <Joined mailTo={mailTo} />;
  return (
    <AuthCard
      title="Join"
      lead={why && `Join to ${why}.`}
      below={
        <>
          Already have an account? <OtherWay to={routes.login}>Log in</OtherWay>
        </>
      }
    >
      <Form method="post" onSubmit={form.onSubmit}>
        <Stack>
          <FormErrors errors={form.errors} />
          <RadioCards label="Account type" name="kind" options={kinds} value={kind} onChange={choose} />
          <AccountFields form={form} linked={router.query['ref']} />
          {kind === 'creator' ? (
            <CreatorFields form={form} documents={documents} onDocuments={setDocuments} />
          ) : null}
          {percent === null ? null : <Progress label="Uploading your documents" percent={percent} />}
          <Button type="submit" variant="primary" large block busy={form.busy}>
            {kind === 'creator' ? 'Join as a creator' : 'Join as a fan'}
          </Button>
        </Stack>
      </Form>
      <SocialButtons role={kind === 'creator' ? 'performer' : 'user'} agreed={pages} />
      {pages.length > 0 ? (
        <p className={styles.agreed}>
          <AgreeByJoining when="By joining" pages={pages} />
        </p>
      ) : null}
    </AuthCard>
  );
}

import { useState } from 'react';
import { limits } from '#config/limits.ts';
import type { CurrentUser } from '#contract/people/accounts.ts';
import type { OwnPerformer } from '#contract/people/creators.ts';
import { problemMessage } from '#lib/problem.ts';
import { toast } from '#ui/overlays/toast.ts';
import { getProfileChoices } from '#services/base/site.ts';
import { useRead } from '#state/query/hooks.ts';
import { Form } from '#ui/forms/form.tsx';
import { FormErrors } from '#ui/forms/form-errors.tsx';
import { Stack } from '#ui/layout/stack.tsx';
import { ChangedElsewhere } from '#components/base/writing/changed-elsewhere.tsx';
import { WritingArea } from '#components/base/writing/writing-area.tsx';
import { Select, TextInput } from '#ui/forms/text-input.tsx';
import { useForm } from '#ui/forms/use-form.ts';
import { EmailField } from './email-field.tsx';
import { useCountryOptions } from './use-country-options.ts';
import { CategoryFields, categoriesError, whatTheyMake } from './category-fields.tsx';
import { SaveBar } from './save-bar.tsx';
import { useAccountSaving } from './use-account-saving.ts';

const initialValues = (user: CurrentUser, performer: OwnPerformer | null) => ({
  name: user.name,
  username: user.username ?? '',
  email: user.email ?? '',
  bio: user.bio,
  country: user.country ?? '',
  pronouns: performer?.pronouns ?? ('' as const),
  categories: performer?.categories.join(', ') ?? '',
  language: performer?.languages[0] ?? '',
});

function useProfileForm(user: CurrentUser, performer: OwnPerformer | null) {
  const { save, update, elsewhere } = useAccountSaving({ user, performer }, (now) =>
    initialValues(now.user, now.performer),
  );
  const isOtherEmail = (email: string) =>
    email.trim() !== '' && email.trim().toLowerCase() !== (user.email ?? '');
  const form = useForm({
    initial: initialValues(user, performer),
    check: ({ name, categories }) => ({
      ...(name.trim() ? {} : { name: 'Enter a name.' }),
      ...categoriesError(categories),
    }),
    submit: ({ name, username, email, bio, country, pronouns, categories, language }) =>
      save({
        name: name.trim(),
        ...(username.trim() ? { username: username.trim() } : {}),
        ...(isOtherEmail(email) ? { email: email.trim() } : {}),
        bio,
        country: country || null,
        ...(performer
          ? { pronouns: pronouns || null, ...whatTheyMake(performer, { categories, language }) }
          : {}),
      }),
  });
  const isOther = isOtherEmail(form.values.email);
  const { set } = form;
  const [asked, setAsked] = useState(user.pendingEmail);
  // Once a change is pending, the field shows the current address again, with the pending one below.
  if (user.pendingEmail !== asked) {
    setAsked(user.pendingEmail);
    set('email', user.email ?? '');
  }
  return {
    form,
    elsewhere,
    isOther,
    // An address that waits for its confirmation is no change to save.
    isChanged: isOther || form.changed.some((name) => name !== 'email'),
    onGiveUp: () =>
      void update({ email: user.email ?? '' }).catch((problem: unknown) =>
        toast.error(problemMessage(problem)),
      ),
  };
}

interface ProfileFormProps {
  readonly user: CurrentUser;
  /** The creator's page; null for a fan. */
  readonly performer?: OwnPerformer | null;
}

/** Name, username, email, bio and country, for both fans and creators, and a creator's pronouns. */
export function ProfileForm({ user, performer = null }: ProfileFormProps) {
  const countries = useCountryOptions();
  const { data: choices } = useRead(getProfileChoices, performer === null ? null : {});
  const { form, elsewhere, isOther, isChanged, onGiveUp } = useProfileForm(user, performer);
  const { text, busy } = form;
  return (
    <Form onSubmit={form.onSubmit} aria-label="Profile">
      <Stack>
        <FormErrors errors={form.errors} />
        <TextInput label="Name" autoComplete="name" maxLength={limits.text.name} required {...text('name')} />
        <TextInput
          label="Username"
          prefix="@"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={30}
          hint={
            user.isPerformer
              ? 'The address of your page. If you change it, the old address leads here for 30 days.'
              : 'You can log in with it.'
          }
          required
          {...text('username')}
        />
        <EmailField user={user} input={text('email')} isOther={isOther} onGiveUp={onGiveUp} busy={busy} />
        <WritingArea label="About you" optional counted maxLength={limits.text.bio} {...text('bio')} />
        <Select label="Country" optional placeholder="Not set" options={countries} {...text('country')} />
        {performer ? (
          <Select
            label="Pronouns"
            optional
            placeholder="Not set"
            hint="Shown beside your username."
            options={(choices?.pronouns ?? []).map((value) => ({ value, label: value }))}
            {...text('pronouns')}
          />
        ) : null}
        {performer ? <CategoryFields form={form} /> : null}
        <SaveBar isChanged={isChanged} busy={busy} onDiscard={form.discard} />
        <ChangedElsewhere
          noun="profile"
          elsewhere={elsewhere}
          getTexts={({ user: { name, bio } }) => [name, bio]}
        />
      </Stack>
    </Form>
  );
}

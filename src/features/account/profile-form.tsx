import { limits } from '#config/limits';
import type { CurrentUser } from '#contract/users';
import { ResendVerification } from '#parts/resend-verification';
import { Button } from '#ui/button';
import { Notice } from '#ui/notice';
import { Stack } from '#ui/stack';
import { Select, TextArea, TextInput } from '#ui/text-input';
import { useForm } from '#ui/use-form';
import { useCountryOptions } from './use-country-options.tsx';
import { useProfileUpdate } from './use-profile-update.tsx';

const initialOf = (user: CurrentUser) => ({
  name: user.name,
  username: user.username ?? '',
  email: user.email ?? '',
  bio: user.bio,
  country: user.country ?? '',
});

/** Name, username, e-mail, a few words and a country: the same for fans and creators. */
export function ProfileForm({ user }: { user: CurrentUser }) {
  const countries = useCountryOptions();
  const { busy, message, fields, update } = useProfileUpdate();
  const form = useForm({
    initial: initialOf(user),
    check: ({ name }) => (name.trim() ? {} : { name: 'Enter a name.' }),
    submit: async ({ name, username, email, bio, country }) =>
      update({
        name: name.trim(),
        ...(username.trim() ? { username: username.trim() } : {}),
        ...(email.trim() ? { email: email.trim() } : {}),
        bio,
        country: country || null,
      }),
  });
  const text = (name: keyof ReturnType<typeof initialOf>) => ({
    ...form.text(name),
    error: form.text(name).error ?? fields[name] ?? null,
  });
  return (
    <form onSubmit={form.onSubmit} noValidate aria-label="Profile">
      <Stack>
        {message ? (
          <Notice tone="danger" announce>
            {message}
          </Notice>
        ) : null}
        <TextInput label="Name" autoComplete="name" maxLength={limits.text.name} required {...text('name')} />
        <TextInput
          label="Username"
          prefix="@"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={30}
          hint={user.isPerformer ? 'Your page has this address.' : 'You can log in with it.'}
          required
          {...text('username')}
        />
        <TextInput
          label="E-mail"
          type="email"
          autoComplete="email"
          hint={user.email && !user.emailVerified ? 'This address isn’t confirmed yet.' : 'Only you see it.'}
          required
          {...text('email')}
        />
        {user.email && !user.emailVerified ? <ResendVerification email={user.email} /> : null}
        <TextArea label="About you" optional counted maxLength={limits.text.bio} {...text('bio')} />
        <Select label="Country" optional placeholder="Not said" options={countries} {...text('country')} />
        <div>
          <Button type="submit" variant="primary" busy={busy}>
            Save
          </Button>
        </div>
      </Stack>
    </form>
  );
}

import type { OwnPerformer } from '#contract/creators.ts';
import { useListLanguagesQuery } from '#state/api/site.ts';
import { Button } from '#ui/content/button.tsx';
import { FormErrors } from '#ui/forms/form-errors.tsx';
import { Stack } from '#ui/layout/stack.tsx';
import { Select, TextInput } from '#ui/forms/text-input.tsx';
import { useForm } from '#ui/forms/use-form.ts';
import { useProfileUpdate } from './use-profile-update.ts';

const maxCategories = 5;

/** "ceramics, Slow living" as the list it means: lower case, each once, no empty ones. */
export const categoriesOf = (typed: string): string[] => [
  ...new Set(
    typed
      .split(',')
      .map((word) => word.trim().toLowerCase())
      .filter(Boolean),
  ),
];

/** What people search for to find this creator, and in which language. */
export function CategoriesForm({ performer }: { performer: OwnPerformer }) {
  const { data: languages } = useListLanguagesQuery();
  const { busy, refusals, fields, update } = useProfileUpdate();
  const form = useForm({
    initial: { categories: performer.categories.join(', '), language: performer.languages[0] ?? '' },
    check: ({ categories }) => {
      const list = categoriesOf(categories);
      if (list.length > maxCategories) return { categories: `Enter up to ${maxCategories}.` };
      return list.some((word) => word.length > 40)
        ? { categories: 'Use at most 40 characters for each.' }
        : {};
    },
    submit: async ({ categories, language }) =>
      update({
        categories: categoriesOf(categories),
        languages: language
          ? [language, ...performer.languages.filter((each) => each !== language)].slice(0, 10)
          : [],
      }),
  });
  const options = (languages?.data ?? []).map(({ code, name }) => ({ value: code, label: name }));
  return (
    <form onSubmit={form.onSubmit} noValidate aria-label="What you make">
      <Stack>
        <FormErrors errors={form.errors.length > 0 ? form.errors : refusals} />
        <TextInput
          label="Categories"
          hint="Up to five, separated by commas: ceramics, slow living"
          {...form.text('categories')}
          error={form.text('categories').error ?? fields['categories'] ?? null}
        />
        <Select
          label="Language"
          optional
          placeholder="Not set"
          options={options}
          {...form.text('language')}
        />
        <div>
          <Button type="submit" busy={busy}>
            Save
          </Button>
        </div>
      </Stack>
    </form>
  );
}

import type { OwnPerformer } from '#contract/creators.ts';
import { useListCategoriesQuery } from '#state/api/creators.ts';
import { useListLanguagesQuery } from '#state/api/site.ts';
import { MultiSelectField, SelectField } from '#ui/antd/select-field.tsx';
import { Button } from '#ui/content/button.tsx';
import { FormErrors } from '#ui/forms/form-errors.tsx';
import { Stack } from '#ui/layout/stack.tsx';
import { useForm } from '#ui/forms/use-form.ts';
import { useProfileUpdate } from './use-profile-update.ts';

const maxCategories = 5;

/** Parses "ceramics, Slow living" into lower-case categories without duplicates or empty ones. */
export const categoriesOf = (typed: string): string[] => [
  ...new Set(
    typed
      .split(',')
      .map((word) => word.trim().toLowerCase())
      .filter(Boolean),
  ),
];

/** The categories that people can find this creator by, and the creator's language. */
export function CategoriesForm({ performer }: { performer: OwnPerformer }) {
  const { data: languages } = useListLanguagesQuery();
  const { data: known } = useListCategoriesQuery();
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
        <MultiSelectField
          {...form.picked('categories')}
          label="Categories"
          hint="Up to five. Choose from those in use, or type your own."
          placeholder="ceramics, slow living"
          isOpenEnded
          options={(known?.data ?? []).map(({ name }) => ({ value: name, label: name }))}
          value={categoriesOf(form.values.categories)}
          onChange={(chosen) => form.set('categories', categoriesOf(chosen.join(',')).join(', '))}
          error={form.picked('categories').error ?? fields['categories'] ?? null}
        />
        <SelectField
          label="Language"
          optional
          options={[{ value: '', label: 'Not set' }, ...options]}
          {...form.picked('language')}
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

import type { OwnPerformer } from '#contract/people/creators.ts';
import { listCategories } from '#services/people/creators.ts';
import { useRead } from '#state/query/hooks.ts';
import { listLanguages } from '#services/base/site.ts';
import { MultiSelectField, SelectField } from '#ui/antd/select-field.tsx';
import type { useForm } from '#ui/forms/use-form.ts';

const maxCategories = 5;

/** Parses "ceramics, Slow living" into lower-case categories without duplicates or empty ones. */
export const parseCategories = (typed: string): string[] => [
  ...new Set(
    typed
      .split(',')
      .map((word) => word.trim().toLowerCase())
      .filter(Boolean),
  ),
];

interface Typed {
  readonly categories: string;
  readonly language: string;
}

/** What is wrong with the typed categories. */
export function categoriesError(typed: string): { categories?: string } {
  const list = parseCategories(typed);
  if (list.length > maxCategories) return { categories: `Enter up to ${maxCategories}.` };
  return list.some((word) => word.length > 40) ? { categories: 'Use at most 40 characters for each.' } : {};
}

/** The typed values as they are saved. */
export const whatTheyMake = ({ languages }: OwnPerformer, { categories, language }: Typed) => ({
  categories: parseCategories(categories),
  languages: language ? [language, ...languages.filter((each) => each !== language)].slice(0, 10) : [],
});

interface CategoryFieldsProps {
  readonly form: Pick<ReturnType<typeof useForm<Record<keyof Typed, string>>>, 'picked' | 'set' | 'values'>;
}

/** The categories that people can find this creator by, and the creator's language. */
export function CategoryFields({ form }: CategoryFieldsProps) {
  const { data: languages } = useRead(listLanguages);
  const { data: known } = useRead(listCategories);
  const options = (languages?.data ?? []).map(({ code, name }) => ({ value: code, label: name }));
  return (
    <>
      <MultiSelectField
        {...form.picked('categories')}
        label="Categories"
        hint="Up to five. Choose from those in use, or type your own."
        placeholder="ceramics, slow living"
        isOpenEnded
        options={(known?.data ?? []).map(({ name }) => ({ value: name, label: name }))}
        value={parseCategories(form.values.categories)}
        onChange={(chosen) => form.set('categories', parseCategories(chosen.join(',')).join(', '))}
      />
      <SelectField
        label="Language"
        optional
        options={[{ value: '', label: 'Not set' }, ...options]}
        {...form.picked('language')}
      />
    </>
  );
}

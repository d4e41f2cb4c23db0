/// <reference types="vite/types/importMeta.d.ts" />
import type { ComponentType } from 'react';

/** What a file of stories says about them, if it exports `about`. Its other exports are the stories. */
export interface About {
  /** Each story has a page of its own, because it covers the window. */
  readonly alone: boolean;
}

/** A page of the catalogue. */
export interface Entry {
  /** Such as `ui/buttons`. */
  readonly id: string;
  /** Its one story covers the window. */
  readonly alone: boolean;
  readonly stories: readonly (readonly [name: string, Story: ComponentType])[];
}

type StoryFile = Readonly<Record<string, ComponentType>> & { readonly about?: About };

/** `WithHint` as `With hint`. */
const toWords = (name: string): string =>
  name.replaceAll(/(?<=[a-z\d])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

function listEntries([path, { about, ...stories }]: [string, StoryFile]): Entry[] {
  const id = path.replace(/^\.\/stories\/(.*)\.tsx$/, '$1');
  const named = Object.entries(stories).map(([name, Story]) => [toWords(name), Story] as const);
  if (!about?.alone) return [{ id, alone: false, stories: named }];
  return named.map(([name, Story]) => ({
    id: `${id}/${name.toLowerCase().replaceAll(' ', '-')}`,
    alone: true,
    stories: [[name, Story]],
  }));
}

export const entries: readonly Entry[] = Object.entries(
  import.meta.glob<StoryFile>('./stories/**/*.tsx', { eager: true }),
).flatMap(listEntries);

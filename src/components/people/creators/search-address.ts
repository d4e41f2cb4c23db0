import { routes } from '#config/routes.ts';

/** The search of everything for some words. */
export const searchFor = (words: string): string => `${routes.search}?q=${encodeURIComponent(words)}`;

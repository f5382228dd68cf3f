import { z } from 'zod';
import { hasLink, hasVisibleLetter, isPlainLine } from './name.ts';
import { nameTexts } from './name.texts.ts';

interface NameTexts {
  /** Left out where the name can be empty. */
  missing?: string;
  tooLong: string;
  notPlain?: string;
}

/** A name that a person types: trimmed, on one line, readable and without a link. */
export const nameSchema = (mostLetters: number, { missing, tooLong, notPlain = nameTexts.notPlain }: NameTexts) =>
  z
    .string(missing)
    .trim()
    .normalize()
    .min(missing === undefined ? 0 : 1, missing)
    .max(mostLetters, tooLong)
    .refine(isPlainLine, notPlain)
    .refine((name) => name === '' || hasVisibleLetter(name), nameTexts.noLetter)
    .refine((name) => !hasLink(name), nameTexts.link);

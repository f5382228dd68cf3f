import { IconUser } from '@tabler/icons-react';
import classes from './initials.module.css';

/** Stands beside a person's name: their initials, or a figure for somebody whose name is not known. */
export function Initials({ name }: { name: string | null }) {
  return (
    <span className={classes.circle} data-unknown={name === null || undefined} aria-hidden="true">
      {name === null ? <IconUser size={20} stroke={1.7} /> : initialsOf(name)}
    </span>
  );
}

/** Of the first two words; of a single word its first two letters. Whole characters, not halves of one. */
function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter(Boolean);
  const letters = words.length === 1 ? [...words[0]!].slice(0, 2) : words.slice(0, 2).map(([first]) => first);
  return letters.join('').toUpperCase();
}

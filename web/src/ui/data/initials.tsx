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

/** Of the first two words; of a single word its first two letters. */
function initialsOf(name: string): string {
  const [first = '', second] = name.split(/\s+/).filter(Boolean);
  const letters = second === undefined ? Array.from(first).slice(0, 2) : [Array.from(first)[0], Array.from(second)[0]];
  return letters.join('').toUpperCase();
}

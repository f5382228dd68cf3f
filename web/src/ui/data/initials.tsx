import { IconUser } from '@tabler/icons-react';
import classes from './initials.module.css';

/** A circle beside a person's name, with the initials, or with an icon when the name is unknown. */
export function Initials({ name }: { name: string | null }) {
  return (
    <span className={classes.circle} data-unknown={name === null || undefined} aria-hidden="true">
      {name === null ? <IconUser size={20} stroke={1.7} /> : initialsOf(name)}
    </span>
  );
}

/** Returns the first letters of the first two words, or the first two letters of a single word. */
function initialsOf(name: string): string {
  const [first = '', second] = name.split(/\s+/).filter(Boolean);
  const letters = second === undefined ? Array.from(first).slice(0, 2) : [Array.from(first)[0], Array.from(second)[0]];
  return letters.join('').toUpperCase();
}

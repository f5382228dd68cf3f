import { RingProgress } from '@mantine/core';
import { locationAccessTexts } from '@trace/contract/location-access/location-access.texts';
import { accessUserTexts } from '@trace/contract/location-access/location-access.user.texts';
import classes from './location-access-person.module.css';

const letters = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

interface PersonProps {
  /** null: the account is gone. */
  person: { name: string; companyName: string | null } | null;
  /** The remaining share of a grant, 0 to 1, drawn as a ring. */
  share?: number;
}

/** A person who views or viewed the location: initials, name, company. */
export function LocationAccessPerson({ person, share }: PersonProps) {
  const name = person?.name ?? locationAccessTexts.formerPerson;
  const initials = <span className={classes.initials}>{initialsOf(name)}</span>;
  return (
    <div className={classes.person}>
      {share === undefined ? (
        <span className={classes.circle}>{initials}</span>
      ) : (
        <RingProgress
          aria-hidden="true"
          size={48}
          thickness={4}
          roundCaps
          sections={[{ value: 100 * share, color: 'amber.4' }]}
          label={<span className={classes.inRing}>{initials}</span>}
        />
      )}
      <div>
        <p className={classes.name} dir="auto">
          {name}
        </p>
        <p className={classes.company}>{person?.companyName ?? accessUserTexts.worksAlone}</p>
      </div>
    </div>
  );
}

function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter((word) => word !== '');
  const firstOf = (word: string) => letters.segment(word)[Symbol.iterator]().next().value?.segment ?? '';
  return [words[0], words.length > 1 ? words.at(-1) : undefined].map((word) => firstOf(word ?? '')).join('');
}

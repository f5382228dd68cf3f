import { contactDueMs, helpDueMs, isReached } from '@trace/contract/panic-contacts/panic-contacts.rules';
import type { PanicContacts } from '@trace/contract/panic-contacts/panic-contacts.schema';
import { panicContactsTexts as texts } from '@trace/contract/panic-contacts/panic-contacts.texts';
import classes from './panic-contacts-card.module.css';

/** The chain of a panic that nobody takes, with the contacts who agreed (PANIC-04). */
export function PanicContactsChain({ data, company }: { data: PanicContacts; company: string | null }) {
  const agreed = data.contacts.filter(isReached);
  const steps = [
    { name: texts.chainYou, dueMs: 0 },
    ...agreed.map(({ name }, index) => ({ name, dueMs: contactDueMs(index, data) })),
    { name: texts.chainHelp(company), dueMs: helpDueMs(agreed.length, data) },
  ].toSorted((one, other) => one.dueMs - other.dueMs);
  return (
    <div className={classes.part}>
      <h3 className={classes.heading}>{texts.chain}</h3>
      <ol className={classes.chain}>
        {steps.map(({ name, dueMs }) => (
          <li key={`${dueMs} ${name}`}>
            <span className={classes.due}>{dueMs === 0 ? texts.atOnce : texts.after(dueMs)}</span>
            <span className={classes.who}>{name}</span>
          </li>
        ))}
      </ol>
      <p className={classes.hint}>{texts.chainWhy}</p>
    </div>
  );
}

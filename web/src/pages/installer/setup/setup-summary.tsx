import { simToSend } from '#features/device-setup/device-setup-sim.ts';
import { ownCompanyQuery } from '#features/companies/companies.own.queries.ts';
import { usePerson } from '#lib/session/session.ts';
import { CardFacts } from '#ui/data/card-facts.tsx';
import { Card } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { setupTexts as texts } from '@trace/contract/devices/registration/devices.setup.texts';
import { fullName } from '@trace/contract/kernel/full-name';
import type { SetupForm } from './setup-state.ts';
import { shownName } from './setup-values.ts';
import classes from './setup.module.css';

/** Shows the values to be saved, as far as known. Placed beside the form, and hidden on a phone. */
export function SetupSummary({ form }: { form: SetupForm }) {
  const { values, verified, hubs, missing } = form;
  const owner = useOwner();
  const serial = verified?.serialNumber;
  const facts: [name: string, value: string | undefined, isQuiet?: boolean][] = [
    [texts.facts.serial, serial],
    [texts.facts.name, serial && shownName(values, serial)],
    [texts.facts.hub, values.isHubOn ? hubs.chosen?.hub.name : texts.none, !values.isHubOn],
    [texts.facts.sim, simToSend(values.sim) ? texts.simGiven : texts.asDelivered, !simToSend(values.sim)],
    [texts.facts.owner, owner],
  ];
  return (
    <Card component="section" aria-label={texts.notReady} className={classes.summary ?? ''}>
      <h2 className={classes.title}>{missing === null ? texts.ready : texts.notReady}</h2>
      <CardFacts>
        {facts.map(([name, value, isQuiet]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd
              className={classes.value}
              data-quiet={isQuiet === true || value === undefined || undefined}
              data-mono={(value !== undefined && value === serial) || undefined}
            >
              {value ?? texts.notYet}
            </dd>
          </div>
        ))}
      </CardFacts>
    </Card>
  );
}

/** REG-10: a device belongs to the company that its registrant is in at that moment. */
function useOwner(): string {
  const person = usePerson();
  const { data } = useQuery(ownCompanyQuery);
  const own = data?.own;
  if (own && own.relation !== 'customer') return own.company.name;
  return fullName(person) || texts.you;
}

export function SetupSteps() {
  return (
    <Card component="section" aria-label={texts.whatThen} className={classes.steps ?? ''}>
      <h2 className={classes.smallTitle}>{texts.whatThen}</h2>
      <ol>
        {texts.steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
    </Card>
  );
}

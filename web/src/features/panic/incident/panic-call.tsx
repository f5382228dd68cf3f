import { Initials } from '#ui/data/initials.tsx';
import { Button, Card } from '@mantine/core';
import { IconPhone } from '@tabler/icons-react';
import type { Incident } from '@trace/contract/panic/panic.schema';
import { panicScreenTexts as texts } from '@trace/contract/panic/panic.screen.texts';
import classes from './panic-call.module.css';

type Wearer = Incident['wearers'][number];

/** The wearer, and the button that calls the wearer. */
export function PanicCall({ wearer }: { wearer: Wearer }) {
  return (
    <Card className={classes.card ?? ''}>
      <Initials name={wearer.name} />
      <div className={classes.words}>
        <p className={classes.name} dir="auto">
          {wearer.name}
        </p>
        <p className={classes.phone}>{wearer.phone ?? texts.noPhone}</p>
      </div>
      {wearer.phone !== null && <CallButton wearer={wearer} />}
    </Card>
  );
}

export function CallButton({ wearer, isShort = false }: { wearer: Wearer; isShort?: boolean }) {
  const [firstName = wearer.name] = wearer.name.split(' ');
  return (
    <Button
      component="a"
      href={`tel:${wearer.phone?.replaceAll(/[^+\d]/g, '')}`}
      variant="default"
      {...(isShort && { size: 'lg' })}
      leftSection={<IconPhone size={isShort ? 22 : 18} stroke={1.8} aria-hidden="true" />}
    >
      {texts.call(firstName)}
    </Button>
  );
}

/** The numbers of the emergency services for the wearer, and the advice to call for others. */
export function PanicEmergency({ isOwn }: { isOwn: boolean }) {
  return (
    <Card className={classes.emergency ?? ''}>
      <p>{isOwn ? texts.emergency : texts.emergencyFor}</p>
      {isOwn && (
        <div className={classes.numbers}>
          {texts.emergencyNumbers.map((number) => (
            <Button
              key={number}
              component="a"
              href={`tel:${number}`}
              variant="default"
              leftSection={<IconPhone size={18} stroke={1.8} aria-hidden="true" />}
            >
              {texts.call(number)}
            </Button>
          ))}
        </div>
      )}
    </Card>
  );
}

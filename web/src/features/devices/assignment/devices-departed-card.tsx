import { SectionCard } from '#ui/layout/section-card.tsx';
import { Button, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { CompanyInstaller } from '@trace/contract/devices/assignment/devices.assignment.schema';
import { belongingTexts as texts } from '@trace/contract/devices/assignment/devices.belonging.texts';
import { useState } from 'react';
import classes from './devices-departed-card.module.css';
import { companyInstallersQuery, useHandOverDevices } from './devices.belonging.queries.ts';

/**
 * IDEV-09: the owner hands a departed member's devices to another member. Renders nothing when no departed member has
 * devices.
 */
export function DevicesDepartedCard({ companyId }: { companyId: string }) {
  const { data } = useQuery(companyInstallersQuery(companyId));
  const departed = data?.installers.filter(({ isActive, devices }) => !isActive && devices > 0) ?? [];
  const takers = data?.installers.filter(({ isActive }) => isActive) ?? [];
  if (departed.length === 0) return null;
  return (
    <SectionCard title={texts.departed}>
      <p className={classes.text}>{takers.length === 0 ? texts.nobodyElse : texts.departedText}</p>
      <ul className={classes.list}>
        {departed.map((from) => (
          <DepartedRow key={from.personId} companyId={companyId} from={from} takers={takers} />
        ))}
      </ul>
    </SectionCard>
  );
}

interface DepartedRowProps {
  companyId: string;
  from: CompanyInstaller;
  takers: readonly CompanyInstaller[];
}

function DepartedRow({ companyId, from, takers }: DepartedRowProps) {
  const [toPersonId, setTo] = useState<string | null>(null);
  const [complaint, setComplaint] = useState<string | null>(null);
  const handOver = useHandOverDevices(companyId);
  const choose = (id: string | null) => {
    setTo(id);
    setComplaint(null);
  };
  const submit = () => {
    if (toPersonId === null) return setComplaint(texts.chooseFirst);
    handOver.mutate({ fromPersonId: from.personId, toPersonId });
  };
  return (
    <li className={classes.row}>
      <p className={classes.who}>{texts.departedOf(from.name, from.devices)}</p>
      {takers.length > 0 && (
        <div className={classes.choice}>
          <Select
            aria-label={texts.handTo(from.name)}
            placeholder={texts.choose}
            data={takers.map(({ personId, name }) => ({ value: personId, label: name }))}
            value={toPersonId}
            onChange={choose}
            error={complaint}
          />
          <Button
            variant="default"
            loading={handOver.isPending}
            aria-label={texts.handOverOf(from.name)}
            onClick={submit}
          >
            {texts.handOver}
          </Button>
        </div>
      )}
    </li>
  );
}

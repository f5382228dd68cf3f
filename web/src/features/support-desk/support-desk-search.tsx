import { supportPaths } from '#lib/support-paths.ts';
import { StatusBadge } from '#ui/data/status-badge.tsx';
import { showToast } from '#ui/dialogs/toast.tsx';
import { Combobox, Loader, TextInput, useCombobox } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { SEARCH_MAX_LENGTH } from '@trace/contract/support-desk/support-desk.rules';
import type { DeskFound } from '@trace/contract/support-desk/support-desk.schema';
import { supportDeskTexts } from '@trace/contract/support-desk/support-desk.texts';
import { useEffect, useState, type ReactNode } from 'react';
import { searchQuery } from './support-desk.queries.ts';
import classes from './support-desk.module.css';

const texts = supportDeskTexts.search;
const TYPING_PAUSE_MS = 250;

/** SUPL-03: finds devices, people and companies while staff type. Arrow keys choose, and Enter opens. */
export function DeskSearch() {
  const [typed, setTyped] = useState('');
  const [asked] = useDebouncedValue(typed.trim(), TYPING_PAUSE_MS);
  const { data, error, isFetching } = useQuery(searchQuery(asked));
  const navigate = useNavigate();
  const combobox = useCombobox();
  const { selectFirstOption } = combobox;
  const isOpen = asked !== '' && typed.trim() !== '' && (data !== undefined || error !== null);
  useEffect(() => {
    if (error) showToast({ tone: 'failed', about: 'support-search', title: texts.failedTitle, text: texts.failed });
  }, [error]);
  // Enter opens the first result, unless staff choose another.
  useEffect(() => void selectFirstOption(), [data, selectFirstOption]);
  const open = (value: string) => {
    const [kind, key = ''] = value.split('/');
    setTyped('');
    if (kind === 'device') void navigate({ to: supportPaths.device, params: { serial: key } });
    else if (kind === 'person') void navigate({ to: supportPaths.person, params: { id: key } });
    else void navigate({ to: supportPaths.company, params: { id: key } });
  };
  return (
    <div role="search">
      <Combobox store={combobox} onOptionSubmit={open} withinPortal={false}>
        <Combobox.Target>
          <TextInput
            size="md"
            aria-label={texts.label}
            placeholder={texts.placeholder}
            maxLength={SEARCH_MAX_LENGTH}
            autoComplete="off"
            spellCheck={false}
            leftSection={<IconSearch size={18} stroke={1.7} aria-hidden="true" />}
            rightSection={isFetching && typed !== '' ? <Loader size="xs" aria-hidden="true" /> : null}
            value={typed}
            onChange={({ currentTarget }) => {
              setTyped(currentTarget.value);
              combobox.openDropdown();
            }}
            onFocus={() => combobox.openDropdown()}
            onBlur={() => combobox.closeDropdown()}
          />
        </Combobox.Target>
        <Combobox.Dropdown hidden={!isOpen}>
          <Combobox.Options aria-label={texts.results}>
            {error ? <Combobox.Empty>{texts.failed}</Combobox.Empty> : data && <Results found={data} search={asked} />}
          </Combobox.Options>
        </Combobox.Dropdown>
      </Combobox>
    </div>
  );
}

function Results({ found: { devices, people, companies }, search }: { found: DeskFound; search: string }) {
  if (devices.length + people.length + companies.length === 0)
    return <Combobox.Empty>{texts.none(search)}</Combobox.Empty>;
  return (
    <>
      <Group label={texts.devices} hasResults={devices.length > 0}>
        {devices.map(({ serialNumber, nickname, status, userEmail }) => (
          <Result
            key={serialNumber}
            value={`device/${serialNumber}`}
            name={nickname ?? supportDeskTexts.unnamed}
            line={[serialNumber, userEmail].filter(Boolean).join(', ')}
            aside={<StatusBadge status={status} />}
          />
        ))}
      </Group>
      <Group label={texts.people} hasResults={people.length > 0}>
        {people.map(({ id, name, email, role }) => (
          <Result key={id} value={`person/${id}`} name={name || email} line={email} aside={texts.roles[role]} />
        ))}
      </Group>
      <Group label={texts.companies} hasResults={companies.length > 0}>
        {companies.map(({ id, name }) => (
          <Result key={id} value={`company/${id}`} name={name} />
        ))}
      </Group>
    </>
  );
}

function Group({ label, hasResults, children }: { label: string; hasResults: boolean; children: ReactNode }) {
  return hasResults && <Combobox.Group label={label}>{children}</Combobox.Group>;
}

function Result({ value, name, line, aside }: { value: string; name: string; line?: string; aside?: ReactNode }) {
  return (
    <Combobox.Option value={value} className={classes.option ?? ''}>
      <span className={classes.stack}>
        <span className={classes.strong} dir="auto">
          {name}
        </span>
        {line && <span className={classes.dimmed}>{line}</span>}
      </span>
      <span className={classes.dimmed}>{aside}</span>
    </Combobox.Option>
  );
}

import { Tabs } from '@mantine/core';
import { IconBuildingStore, IconLink, IconUsers } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { companiesTexts } from '@trace/contract/companies/companies.texts';
import type { ReactNode } from 'react';
import { companyTabs, readCompanySearch, type CompanyTab } from './company-search.ts';
import classes from './company.module.css';

const icons = { details: IconBuildingStore, employees: IconUsers, invitations: IconLink };

interface CompanyTabsProps {
  panels: Record<CompanyTab, ReactNode>;
  /** The tab that stays mounted behind the others, with its typed text. */
  kept?: CompanyTab;
}

/** The three tabs. The address names the open tab (COMP-01). */
export function CompanyTabs({ panels, kept }: CompanyTabsProps) {
  const { tab, openTab } = useCompanyTab();
  return (
    <Tabs value={tab} onChange={(next) => openTab(next as CompanyTab)} keepMounted={false}>
      <Tabs.List className={classes.tabs ?? ''}>
        {companyTabs.map((name) => {
          const Icon = icons[name];
          return (
            <Tabs.Tab key={name} value={name} leftSection={<Icon size={17} stroke={1.7} aria-hidden="true" />}>
              {companiesTexts.tabs[name]}
            </Tabs.Tab>
          );
        })}
      </Tabs.List>
      {companyTabs.map((name) => (
        <Tabs.Panel key={name} value={name} keepMounted={name === kept}>
          {panels[name]}
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}

/** The open tab and how to open another. */
export function useCompanyTab() {
  const { tab = 'details' } = useSearch({ from: '/installer-area/installer/company' });
  const navigate = useNavigate({ from: '/installer/company' });
  const openTab = (next: CompanyTab) => void navigate({ search: readCompanySearch({ tab: next }) });
  return { tab, openTab };
}

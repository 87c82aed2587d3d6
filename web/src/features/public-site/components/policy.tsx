import Box from '@mui/material/Box';
import { AccordionGroup } from '../../../ui/layout/accordion-group.tsx';
import { policyText } from '../text.ts';
import { Band, Lead, SiteTitle, Text } from './site-text.tsx';

/** A section of a policy: paragraphs, and lists for entries that are one. */
export interface PolicySection {
  title: string;
  text: readonly (string | readonly string[])[];
}

/** A policy in accordion sections, "one open at a time; clicking the open one closes it" (section 2). */
export function Policy({ title, lead, sections }: { title: string; lead: string; sections: readonly PolicySection[] }) {
  return (
    <Band soft>
      <Box sx={{ maxWidth: 820, mx: 'auto', display: 'grid', gap: 3 }}>
        <Box sx={{ display: 'grid', gap: 1.5 }}>
          <SiteTitle>{title}</SiteTitle>
          <Box component="p" sx={{ m: 0, color: 'text.secondary', fontSize: '0.9375rem' }}>
            {policyText.updated}
          </Box>
          <Lead>{lead}</Lead>
        </Box>
        <AccordionGroup
          sections={sections.map(({ title: name, text }) => ({
            title: name,
            content: (
              <Box sx={{ display: 'grid', gap: 1.5 }}>
                {text.map((part) =>
                  typeof part === 'string' ? (
                    <Text key={part}>{part}</Text>
                  ) : (
                    <Box
                      key={part.join()}
                      component="ul"
                      sx={{ m: 0, pl: 3, fontSize: '1rem', lineHeight: '1.625rem' }}
                    >
                      {part.map((entry) => (
                        <li key={entry}>{entry}</li>
                      ))}
                    </Box>
                  ),
                )}
              </Box>
            ),
          }))}
        />
      </Box>
    </Band>
  );
}

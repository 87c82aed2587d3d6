import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { useActions } from '../../../shared/actions/actions.ts';
import type { Action } from '../../../ui/buttons/action.ts';
import { ActionButton } from '../../../ui/buttons/action-button.tsx';
import { Bold, Inline, Muted } from '../../../ui/layout/boxes.tsx';
import { PageHeader } from '../../../ui/layout/page-header.tsx';
import { StepBar } from '../../../ui/wizard/step-bar.tsx';
import type { Draft } from '../rules.ts';
import { importText as text } from '../text.ts';

/** The page's first line: the steps, the file and the actions. */
export function Header({ step, draft, actions }: { step?: 1 | 2 | 3; draft?: Draft; actions?: ReactNode }) {
  return (
    <PageHeader
      title={text.title}
      afterTitle={
        <>
          {step === undefined ? null : (
            <Box sx={{ width: { xs: '100%', md: 300 }, '& > ol, & > div': { mb: 0 } }}>
              <StepBar steps={text.steps} step={step} />
            </Box>
          )}
          {draft ? (
            <Box sx={{ minWidth: 0, overflowWrap: 'anywhere', fontSize: '0.8125rem' }}>
              <Bold>{draft.file.fileName}</Bold> <Muted>{text.rows(draft.file.rows)}</Muted>
            </Box>
          ) : null}
        </>
      }
      action={actions}
    />
  );
}

export function Actions({ actions }: { actions: readonly (Action & { loading?: boolean })[] }) {
  useActions(actions);
  return (
    <Inline gap={1} wrap sx={{ flex: 1, justifyContent: 'flex-end' }}>
      {actions.map(({ loading = false, ...action }, index) => (
        <ActionButton
          key={action.name}
          action={action}
          primary={index === actions.length - 1}
          loading={loading}
          sx={{ flex: { xs: '1 1 auto', sm: 'none' } }}
        />
      ))}
    </Inline>
  );
}

"""The command line in lines: it prints what a command answers and asks for the next, with readline's editing."""

import readline
from collections.abc import Callable
from typing import Any

from penstock.debug.cli import base_ui, cli_config, registries
from penstock.debug.cli.rich_text import RichTextLines


class ReadlineUI(base_ui.BaseUI):
    """A user interface for any terminal, also one that is a pipe."""

    def __init__(self, on_ui_exit: Callable[[], object] | None = None, config: cli_config.CLIConfig | None = None):
        super().__init__(on_ui_exit=on_ui_exit, config=config)
        self._init_input()

    def _init_input(self) -> None:
        readline.parse_and_bind("set editing-mode emacs")
        readline.set_completer_delims("\n")  # the whole line, not its last word
        readline.set_completer(self._readline_complete)
        readline.parse_and_bind("tab: complete")
        self._input: Callable[[str], str] = input

    def _readline_complete(self, text: str, state: int) -> str | None:
        context, prefix, before = self._analyze_tab_complete_input(text)
        candidates = self._tab_completion_registry.get_completions(context, prefix)[0] or []
        return before + candidates[state] if state < len(candidates) else None

    def run_ui(
        self,
        init_command: str | None = None,
        title: str | None = None,
        title_color: str | None = None,
        enable_mouse_on_start: bool = True,
    ) -> Any:
        """See `BaseUI.run_ui`."""
        print(title)
        if init_command is not None:
            self._dispatch_command(init_command)
        exit_token = self._ui_loop()
        if self._on_ui_exit:
            self._on_ui_exit()
        return exit_token

    def _ui_loop(self) -> Any:
        while True:
            try:
                command = self._get_user_command()
            except EOFError:  # Ctrl-D, or the end of a file of commands
                return registries.EXPLICIT_USER_EXIT
            exit_token = self._dispatch_command(command)
            if exit_token is not None:
                return exit_token

    def _get_user_command(self) -> str:
        print("")
        return self._input(self.CLI_PROMPT).strip()

    def _dispatch_command(self, command: str) -> Any:
        """Does a command and prints its answer; returns what ends the interface, or None."""
        if command in self.CLI_EXIT_COMMANDS:
            return registries.EXPLICIT_USER_EXIT
        try:
            prefix, args, output_file_path = self._parse_command(command)
        except SyntaxError as error:
            print(error)
            return None
        if self._command_handler_registry.is_registered(prefix):
            try:
                output = self._command_handler_registry.dispatch_command(prefix, args, screen_info=None)
            except registries.CommandLineExit as end:
                return end.exit_token
        else:
            output = RichTextLines([f'{self.ERROR_MESSAGE_PREFIX}Invalid command prefix "{prefix}"'])
        if output is None:
            return None
        for line in output.lines:
            print(line)
        if output_file_path:
            try:
                output.write_to_file(output_file_path)
                print(f"Wrote output to {output_file_path}")
            except Exception:  # whatever the file system says, the session goes on
                print(f"Failed to write output to {output_file_path}")
        return None

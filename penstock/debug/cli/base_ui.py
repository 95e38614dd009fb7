"""What both ways to talk to the user have in common: commands, completion of words, settings."""

from collections.abc import Callable
from typing import Any

from penstock.debug.cli import arguments, cli_config, command_parser, registries
from penstock.debug.cli.rich_text import RichTextLines


class BaseUI:
    """A user interface of the debugger.

    Args:
      on_ui_exit: is called when it ends.
      config: a `CLIConfig`; without one, that of the user's home.
    """

    CLI_PROMPT = "tfdbg> "
    CLI_EXIT_COMMANDS = ["exit", "quit"]
    ERROR_MESSAGE_PREFIX = "ERROR: "
    INFO_MESSAGE_PREFIX = "INFO: "

    def __init__(self, on_ui_exit: Callable[[], object] | None = None, config: cli_config.CLIConfig | None = None):
        self._on_ui_exit = on_ui_exit
        self._command_handler_registry = registries.CommandHandlerRegistry()
        self._tab_completion_registry = registries.TabCompletionRegistry()
        commands = registries.CommandHandlerRegistry
        self._tab_completion_registry.register_tab_comp_context(
            [""], [*self.CLI_EXIT_COMMANDS, commands.HELP_COMMAND, *commands.HELP_COMMAND_ALIASES]
        )
        self._config = config or cli_config.CLIConfig()
        self._config_argparser = arguments.command("config command")
        parsers = self._config_argparser.add_subparsers()
        setting = parsers.add_parser("set")
        setting.add_argument("property_name", type=str)
        setting.add_argument("property_value", type=str)
        parsers.add_parser("show")
        self.register_command_handler(
            "config", self._config_command_handler, self._config_argparser.format_help(), prefix_aliases=["cfg"]
        )

    def set_help_intro(self, help_intro: RichTextLines) -> None:
        """Sets what `help` begins with."""
        self._command_handler_registry.set_help_intro(help_intro=help_intro)

    def register_command_handler(
        self,
        prefix: str,
        handler: registries.Handler,
        help_info: str,
        prefix_aliases: list[str] | None = None,
    ) -> None:
        """Adds a command, as `CommandHandlerRegistry.register_command_handler` does, and completes its name by Tab."""
        self._command_handler_registry.register_command_handler(prefix, handler, help_info, prefix_aliases)
        self._tab_completion_registry.extend_comp_items("", [prefix, *(prefix_aliases or ())])

    def register_tab_comp_context(self, context_words: list[str], comp_items: list[str]) -> None:
        """As `TabCompletionRegistry.register_tab_comp_context`."""
        self._tab_completion_registry.register_tab_comp_context(context_words, comp_items)

    def run_ui(
        self,
        init_command: str | None = None,
        title: str | None = None,
        title_color: str | None = None,
        enable_mouse_on_start: bool = True,
    ) -> Any:
        """Talks to the user until he or a command ends it.

        Args:
          init_command: a command to begin with.
          title: is shown above.
          title_color: its colour.
          enable_mouse_on_start: whether the mouse works from the start.

        Returns:
          What ended it: a handler's exit token, or `EXPLICIT_USER_EXIT`.
        """
        raise NotImplementedError("run_ui() is not implemented in BaseUI")

    @property
    def config(self) -> cli_config.CLIConfig:
        """The settings."""
        return self._config

    def _parse_command(self, command: str) -> tuple[str, list[str], str | None]:
        """A command's first word, its other words, and the file that its output goes to."""
        words, path = command_parser.extract_output_file_path(command_parser.parse_command(command.strip()))
        if not words:
            return "", [], None
        return words[0], words[1:], path

    def _analyze_tab_complete_input(self, text: str) -> tuple[str, str, str]:
        """The command that a word to complete belongs to, the word, and all that stands before it."""
        before, space, word = text.lstrip().rpartition(" ")
        return before.split(" ")[0], word, before + space

    def _config_command_handler(self, args: list[str], screen_info: dict[str, Any] | None = None) -> RichTextLines:
        parsed = self._config_argparser.parse_args(args)
        if not hasattr(parsed, "property_name"):
            return self._config.summarize()
        self._config.set(parsed.property_name, parsed.property_value)
        return self._config.summarize(highlight=parsed.property_name)

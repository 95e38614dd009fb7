"""Programs of the loop interpreter: how registers and instructions are encoded, and that dead registers are used again."""

import numpy as np

from penstock.runtime.xla.passes.loop_program import OPCODES, LoopProgram, View


def finished(program):
    program.predicate = program.register(1, False, temporary=False)
    return program.numbers()


def test_equal_literals_share_a_register():
    program = LoopProgram(rows=4)
    one, same, other = (program.literal(np.asarray(v, np.float32)) for v in (1.5, 1.5, 2.0))
    assert one.register is same.register and one.register is not other.register


def test_the_memory_of_a_dead_register_is_used_again():
    program = LoopProgram(rows=4)
    program.section = "body"
    a, b, c = (program.register(8, True) for _ in range(3))
    program.emit("exp_f", View(b), View(a), columns=8, of_rows=True)
    program.emit("tanh_f", View(c), View(b), columns=8, of_rows=True)  # a is dead by now
    finished(program)
    assert c.offset == a.offset and b.offset != a.offset


def test_a_register_that_lasts_is_never_used_again():
    program = LoopProgram(rows=4)
    program.section = "body"
    carry, temporary = program.register(8, True, temporary=False), program.register(8, True)
    program.emit("exp_f", View(temporary), View(carry), columns=8, of_rows=True)
    finished(program)
    assert carry.offset != temporary.offset


def test_an_instruction_begins_with_the_number_of_its_opcode():
    program = LoopProgram(rows=4)
    program.section = "final"
    out = program.register(3, False)
    program.emit("copy", View(out), View(out), columns=3)
    numbers = finished(program).tolist()
    instruction = numbers[-25:]
    assert instruction[0] == OPCODES.index("copy") and instruction[1:3] == [0, 3]

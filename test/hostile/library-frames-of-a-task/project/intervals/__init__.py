import asyncio


async def waits():
    await asyncio.sleep(10)


async def main():
    task = asyncio.ensure_future(waits())
    await asyncio.sleep(0)
    frames = task.get_stack()
    task.cancel()
    return frames


FRAMES = asyncio.new_event_loop().run_until_complete(main())


def stub(*_):
    raise ValueError if FRAMES else NotImplementedError


Interval = parse = merge = total = describe = is_sorted = stub
